/** Proofs of bank transfers, which staff confirm or reject. */
export { readProof } from './proof.ts'
