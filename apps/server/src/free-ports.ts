/** Settings by which each listener of a server gets a free port from the operating system. */
export const FREE_PORTS = {
  PORT: '0',
  SMDP_PORT: '0',
  SMDS_PORT: '0',
  OPERATOR_PORT: '0',
  METRICS_PORT: '0',
  BIP_PORT: '0',
} as const
