/** Bytes that `Applet.install` gets at most, and the lengths of AID, privileges and parameters (Java Card API). */
const installBytes = 127
const lengthBytes = 3

/** The most bytes of install parameters that an applet can have. */
export const parameterLimit = (before: {
  readonly instanceAidBytes: number
  readonly privilegeBytes: number
}): number => installBytes - lengthBytes - before.instanceAidBytes - before.privilegeBytes
