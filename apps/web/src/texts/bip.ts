/** Admin: messages received on the applets' port. */
export const bipTexts = {
  purpose: 'Messages received on the port of the Recycle applets, and how each was handled. Kept for 90 days.',
  searchPlaceholder: 'ICCID begins with',
  emptyTitle: 'No message yet',
  emptyText: 'Every message to the BIP port is listed here, valid or not.',
  emptyLink: 'Show the platforms',
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
