/** The cookies of a session. */
export type SessionFacts = { token: string; binding: { name: string; value: string } }
