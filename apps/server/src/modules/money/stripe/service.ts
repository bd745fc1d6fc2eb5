export { chargeSavedCard } from './charge.ts'
export { openStripe } from './client.ts'
