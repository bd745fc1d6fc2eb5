/** Admin: messages received on the applets' port. */
export const bipTexts = {
  purpose: 'What came in on the port of the Recycle applets, from whomever, and what was made of it. Kept for 90 days.',
  searchPlaceholder: 'ICCID begins with',
  emptyTitle: 'No message yet',
  emptyText: 'What Recycle applets send to the BIP port shows here, good or not.',
  emptyLink: 'Platforms',
  outcomes: {
    RECYCLED: 'Recycled',
    KNOWN: 'In stock already',
    FORGED: 'Forged',
    REPLAYED: 'Replayed',
    UNKNOWN: 'Unknown ICCID',
    MALFORMED: 'Malformed',
  },
  simulator: 'Message simulator',
  columns: {
    at: 'Time',
    outcome: 'Outcome',
    iccid: 'ICCID',
    counter: 'Counter',
    reason: 'Reason',
    address: 'Address',
    raw: 'Message',
  },
  filters: { iccid: 'ICCID begins with', outcome: 'Outcome', at: 'Time' },
} as const
