/** Describes the content of a file or record in lines. It throws SaipError, IdError or Asn1Error for content it cannot read. */
export type Describe = (content: Uint8Array) => readonly string[]
