/**
 * A change that no test can notice, and why it cannot matter; or the test file that notices it, of so many that execute the
 * line that it would not be run.
 */
export type Answer = { file: string; before: string; after: string; why?: string; test?: string }

/** Reviewed by hand. A change that could matter to a user is answered by a test, not here. */
export const ANSWERS: readonly Answer[] = [
  {
    file: 'apps/server/src/modules/money/orders/settlement.ts',
    before:
      "state === 'CLOSED' || (state === 'EXPIRED' && endsAt !== null && periodEndsAt !== null && endsAt < periodEndsAt)",
    after: "state === 'CLOSED' || ((state === 'EXPIRED' && endsAt !== null) && endsAt < periodEndsAt)",
    why: 'For TypeScript only: a date is never less than null.',
  },
  {
    file: 'apps/server/src/modules/money/stripe/checkout.ts',
    before: 'const MINUTE_MS = 60 * 1000',
    after: 'const MINUTE_MS = 59 * 1000',
    why: 'A page still closes between 30 minutes and 24 hours after it was opened, as Stripe demands.',
  },
  {
    file: 'apps/server/src/modules/money/stripe/client.ts',
    before: "if (fault instanceof StripeFault && fault.kind === 'away') awayUntilMs = clock.now().getTime() + AWAY_MS",
    after: "if ((fault.kind === 'away')) awayUntilMs = clock.now().getTime() + AWAY_MS",
    why: 'For TypeScript only: no other error has the kind `away`.',
  },
  {
    file: 'apps/server/src/modules/money/stripe/queries.ts',
    before: `where enterprise_id = \${enterpriseId} and order_id = \${orderId} and state in ('CALLING', 'OPEN')`,
    after: `where enterprise_id = \${enterpriseId} and (true or order_id = \${orderId}) and state in ('CALLING', 'OPEN')`,
    why: 'An open page of another order is checked once more; Stripe answers that it is still open.',
  },
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
