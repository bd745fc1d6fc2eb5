/** The values that differ between the profiles of one configuration, encoded. Each has a fixed size in bytes, but install parameters. */
export interface ProfileValues {
  readonly headerIccid: Uint8Array
  readonly iccid: Uint8Array
  readonly imsi: Uint8Array
  readonly accessClass: Uint8Array
  readonly administrativeData: Uint8Array
  readonly msisdn: Uint8Array
  readonly smsp: Uint8Array
  readonly pin1: Uint8Array
  readonly pin2: Uint8Array
  readonly puk1: Uint8Array
  readonly puk2: Uint8Array
  readonly adm1: Uint8Array
  readonly ki: Uint8Array
  readonly opc: Uint8Array
  readonly kic: Uint8Array
  readonly kid: Uint8Array
  readonly kik: Uint8Array
  readonly scp03Enc: Uint8Array
  readonly scp03Mac: Uint8Array
  readonly scp03Dek: Uint8Array
  readonly scp81Psk: Uint8Array
  readonly scp81Dek: Uint8Array
  /** The ICCID in the identity of the pre-shared key. */
  readonly scp81Iccid: Uint8Array
  readonly impi: Uint8Array
  /** All records of EF.IMPU. */
  readonly impu: Uint8Array
  readonly imsDomain: Uint8Array
  /** Install parameters of the Recycle applet. */
  readonly recycleParameters: Uint8Array
  /** Install parameters of the operator's applet. */
  readonly appletParameters: Uint8Array
}

/** The name of a value that differs from profile to profile. */
export type ProfileValueName = keyof ProfileValues
