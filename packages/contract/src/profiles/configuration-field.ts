import { applets } from './section/applets.ts'
import { authentication } from './section/authentication.ts'
import { card } from './section/card.ts'
import { code, download } from './section/code.ts'
import { fiveG } from './section/five-g.ts'
import { identity, type } from './section/identity.ts'
import { ims } from './section/ims.ts'
import { metadata } from './section/metadata.ts'
import { home, otherNetworks } from './section/network.ts'
import { operator } from './section/operator.ts'
import { security } from './section/security.ts'

export { type CertificateIssuer, certificateIssuers } from './certificate-issuer.ts'
export { configurationTypes } from './configuration-type.ts'
export { confirmationModes } from './section/code.ts'
export { accessTechnologies, PlmnWithAccess } from './section/schema.ts'
export { algorithms } from './subscriber-key.ts'

/** All fields of a configuration, in the order of the form. */
export const configurationFields = {
  ...type,
  ...identity,
  ...authentication,
  ...home,
  ...otherNetworks,
  ...operator,
  ...card,
  ...fiveG,
  ...ims,
  ...security,
  ...metadata,
  ...applets,
  ...code,
  ...download,
}
export type FieldName = keyof typeof configurationFields

/** The sections of the form; the view has a panel for each. */
export const configurationSections = {
  type: { title: 'Type', text: 'It decides which fields follow.', fields: type },
  identity: {
    title: 'Identity',
    text: 'The names in this portal, on the phone and on the network.',
    fields: identity,
  },
  authentication: {
    title: 'Authentication',
    text: 'How the SIM proves to the network that it is the subscriber.',
    fields: authentication,
  },
  home: {
    title: 'Home network',
    text: 'The networks that the profile belongs to. GSM is 2G, UTRAN 3G, E-UTRAN 4G, NG-RAN 5G.',
    fields: home,
  },
  networks: {
    title: 'Other networks',
    text: 'Where the profile may register, and where it may not. The order is the preference.',
    fields: otherNetworks,
  },
  operator: {
    title: 'Operator data',
    text: 'Names and identifiers that devices read from the profile.',
    fields: operator,
  },
  card: {
    title: 'Card',
    text: 'How phones treat the profile. Leave these fields as they are unless you know why.',
    fields: card,
  },
  fiveG: {
    title: '5G SA network',
    text: 'How the subscriber identity is concealed in 5G standalone networks (SUCI).',
    fields: fiveG,
  },
  ims: { title: 'IMS', text: 'Calls and messages over 4G, 5G and Wi-Fi.', fields: ims },
  security: {
    title: 'Package and security domain',
    text: 'The format of the package, and how the operator manages the profile over the air.',
    fields: security,
  },
  metadata: {
    title: 'Metadata and policy',
    text: 'What phones show before the download, and what eUICCs enforce.',
    fields: metadata,
  },
  applets: {
    title: 'Applets',
    text: 'Programs in the profile. Each is loaded with the package, or is present on the card.',
    fields: applets,
  },
  code: { title: 'Activation code', text: 'What protects the code, and how long it is valid.', fields: code },
  download: {
    title: 'Downloads',
    text: 'How often, and to which devices, the SM-DP+ delivers the profile.',
    fields: download,
  },
}
export type SectionId = keyof typeof configurationSections
