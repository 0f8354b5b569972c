/** Whether a host of portals is asked, left alone, or about to be tried again. */
export const HOST_STATES = ['asked', 'left_alone', 'on_trial'] as const;
export type HostState = (typeof HOST_STATES)[number];
