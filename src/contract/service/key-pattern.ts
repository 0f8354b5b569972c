/** Format of a key, for secret scanners; published in the documentation. */
export const API_KEY_PATTERN = /\bdsr_(?:live|test)_[0-9A-Za-z]{36}\b/;
