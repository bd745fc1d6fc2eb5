/** Marks a test that takes too long for `npm test`; `npm run prove` runs it. */
export const PROOF = { tag: '@proof' }
