/** Circuit-breaker state of a portal host. */
export const HOST_STATES = ['asked', 'left_alone', 'on_trial'] as const;
export type HostState = (typeof HOST_STATES)[number];
