/** Only programs on this machine: the figures are of all enterprise accounts, and the port asks for no key. */
export const METRICS_ADDRESS = '127.0.0.1'
