export { type CardKeys, openCardKeys, sealCardKeys } from './card-key.ts'
export { openCard, openCardText, openOwnCardKey, openVault, sealCard, type Vault } from './vault.ts'
