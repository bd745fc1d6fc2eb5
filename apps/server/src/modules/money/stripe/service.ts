export { beginCharge, type SavedCardCharge } from './charge.ts'
export { chargeDueCards } from './charge-due.ts'
export { openStripe } from './client.ts'
export { countUncharged } from './queries.ts'
