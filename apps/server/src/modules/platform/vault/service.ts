export { type CardKeys, openCardKeys, openOwnValues, ownValuesOf, sealCardKeys } from './card-key.ts'
export { openPackage, sealPackage } from './supplied-package.ts'
export { openCard, openCardText, openOwnCardKey, openVault, sealCard } from './vault.ts'
