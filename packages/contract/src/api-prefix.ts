/** Prefix of every API path. */
export const apiPrefix = '/api'
