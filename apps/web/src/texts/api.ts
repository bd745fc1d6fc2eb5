export const apiTexts = {
  offline: 'The portal cannot be reached. Check your connection, then try again.',
  timeout: 'The portal took longer than 60 seconds to answer. Try again.',
  /** Of a file that arrived in part. */
  stalled: 'The download has ended, because nothing of the file arrived for 60 seconds. Try again.',
  broken: 'The connection broke before the whole file had arrived. Check your connection, then try again.',
  expired: 'Token Exired',
  internal: 'Something went wrong on our side. Quote the request ID when you write to us.',
  aborted: 'The request was canceled.',
  unreadable: "The portal's response could not be read. Try again in a moment.",
} as const
