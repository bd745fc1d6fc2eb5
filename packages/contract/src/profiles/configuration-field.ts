import type { FieldTable } from '../field.ts'
import { applets } from './section/applets.ts'
import { authentication } from './section/authentication.ts'
import { card } from './section/card.ts'
import { code, download } from './section/code.ts'
import { fiveG } from './section/five-g.ts'
import { issuer, names, sourceData, type } from './section/identity.ts'
import { ims } from './section/ims.ts'
import { metadata } from './section/metadata.ts'
import { equivalentHomes, home, otherNetworks } from './section/network.ts'
import { operator } from './section/operator.ts'
import { security } from './section/security.ts'

export { type CertificateIssuer, certificateIssuers } from './certificate-issuer.ts'
export { configurationTypes } from './configuration-type.ts'
export { confirmationModes } from './section/code.ts'
export { accessTechnologies, PlmnWithAccess } from './section/schema.ts'
export { algorithms } from './subscriber-key.ts'

/** All fields of a configuration, in the order of its YAML document. */
export const configurationFields = {
  ...type,
  ...names,
  ...issuer,
  ...sourceData,
  ...authentication,
  ...home,
  ...equivalentHomes,
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

/** The sections of the form, the essentials first; the view has a panel for each. */
export const configurationSections = {
  essentials: {
    title: 'Essentials',
    text: 'The names in this portal, on the phone and on the network, and the networks that the profile belongs to. This is enough for activation codes.',
    fields: { ...names, ...home },
  },
  type: { title: 'Type', text: 'It decides which of the other fields there are.', fields: type },
  code: {
    title: 'Activation code',
    text: 'What protects the code, how long it is valid, and which SM-DP+ it leads to.',
    fields: { ...code, ...issuer },
  },
  download: {
    title: 'Downloads',
    text: 'How often, and to which devices, the SM-DP+ delivers the profile.',
    fields: download,
  },
  authentication: {
    title: 'Authentication',
    text: 'How the SIM proves to the network that it is the subscriber.',
    fields: authentication,
  },
  networks: {
    title: 'Other networks',
    text: 'Where the profile may register, and where it may not. The order is the preference.',
    fields: { ...equivalentHomes, ...otherNetworks },
  },
  operator: {
    title: 'Operator data',
    text: 'Names and identifiers that devices read from the profile.',
    fields: operator,
  },
  fiveG: {
    title: '5G SA network',
    text: 'How the subscriber identity is concealed in 5G standalone networks (SUCI).',
    fields: fiveG,
  },
  ims: { title: 'IMS', text: 'Calls and messages over 4G, 5G and Wi-Fi.', fields: ims },
  applets: {
    title: 'Applets',
    text: 'Programs in the profile. Each is loaded with the package, or is present on the card.',
    fields: applets,
  },
  metadata: {
    title: 'Metadata and policy',
    text: 'What phones show before the download, and what eUICCs enforce.',
    fields: metadata,
  },
  sourceData: {
    title: 'Source data',
    text: 'How the numbers in your files, ranges and calls are read.',
    fields: sourceData,
  },
  card: {
    title: 'Card',
    text: 'How phones treat the profile. Leave these fields as they are unless you know why.',
    fields: card,
  },
  security: {
    title: 'Package and security domain',
    text: 'The format of the package, and how the operator manages the profile over the air.',
    fields: security,
  },
}
export type SectionId = keyof typeof configurationSections

/** All fields of a configuration, in the order of the form. */
export const fieldsInFormOrder: FieldTable = Object.assign(
  {},
  ...Object.values(configurationSections).map(({ fields }) => fields),
)
