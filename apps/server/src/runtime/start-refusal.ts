/** Why the server cannot start: what is wrong and what its operator can do. It is printed without a stack trace. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}
