export declare function everyUse(client: object, surroundings: object): Promise<Record<string, unknown>>;
export declare const SEEN: Record<string, unknown>;
