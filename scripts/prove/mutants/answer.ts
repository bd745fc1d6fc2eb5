/** A change that no test can notice, and why it cannot matter. */
type Answer = { file: string; before: string; after: string; why: string }

/** Reviewed by hand. A change that could matter to a user is answered by a test, not here. */
export const ANSWERS: readonly Answer[] = [
  {
    file: 'packages/asn1/src/bytes.ts',
    before: 'if (Object.getPrototypeOf(bytes) === Uint8Array.prototype) return bytes',
    after: 'if (false && (Object.getPrototypeOf(bytes) === Uint8Array.prototype)) return bytes',
    why: 'Speed only: the next line returns another view of the same memory.',
  },
  {
    file: 'packages/saip/src/build/build-profile.ts',
    before: 'for (let at = 0; at < encoding.length; at++)',
    after: 'for (let at = 0; at <= encoding.length; at++)',
    why: 'Both encodings are equally long, so they do not differ after their end.',
  },
  {
    file: 'packages/saip/src/inspect/file-node.ts',
    before: 'if (fill === undefined || offset === undefined) return undefined',
    after: 'if (fill === undefined && offset === undefined) return undefined',
    why: 'The bytes of a fill are part of the package, so the offset is undefined only without a fill.',
  },
]
