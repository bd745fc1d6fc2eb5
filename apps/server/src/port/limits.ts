/** Maximum concurrent connections per address. */
export type ConnectionLimits = {
  connections: number
  /** Maximum number of these without a request so far. */
  silentConnections: number
}

/**
 * Limits of this process. Calls are per minute. Limits per address are generous, because an office or carrier may share
 * one.
 */
export type Limits = ConnectionLimits & {
  /** Calls to the portal from one address. */
  all: number
  /** Calls to each public endpoint from one address. */
  public: number
  /** Calls to each signed endpoint (open API) from one address. The plan has a limit of its own. */
  signed: number
  /** Calls of devices (ES9+, ES11) from one address. */
  device: number
  /** Calls of devices from all addresses. */
  devices: number
  /**
   * AuthenticateClient calls of one EID. Counted after its signature is verified, so nobody can exhaust another EID's
   * limit.
   */
  eid: number
  /** Calls per second of one API key whose plan has no limit. */
  keyCallsASecond: number
  /** Concurrent streams of one user. */
  streams: number
  /** Time limit for the headers of a request to the portal. */
  headersMs: number
  /** Time limit for the body of a request, except multipart forms. */
  bodyMs: number
  /** What a file must bring at least in each period; one that is slower ends. */
  uploadBytesASecond: number
  uploadPeriodMs: number
  /**
   * Time after which a client that reads nothing of a file is disconnected, at the latest after twice as long: Node
   * takes the first part of a write for progress. A client that reads slowly shows no progress for minutes: the buffers
   * of both ends hold megabytes, and the server learns of free space only when there is a megabyte or more of it.
   */
  unreadMs: number
  /** Wrong codes of vouchers within ten minutes, from one address and from all. */
  voucherGuesses: { address: number; all: number }
  /** Time limit for the answer to a webhook. */
  webhookMs: number
}
