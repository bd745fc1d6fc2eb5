/** Of a test that takes too long for `npm test`: it is run by `npm run prove`. */
export const PROOF = { tag: '@proof' }
