import { accessTechnologies } from './section/schema.ts'
import { type Algorithm, algorithms } from './subscriber-key.ts'

export const configurationTypes = ['Regular', 'Private_LTE', 'Conformance_Test', 'Advanced', 'UPP'] as const
export type ConfigurationType = (typeof configurationTypes)[number]

type TypeFacts = {
  readonly label: string
  /** Says for whom the type is. */
  readonly help: string
  /** The authentication algorithms that its profiles can have. */
  readonly algorithms: readonly Algorithm[]
  /** The access technologies that its networks can have. */
  readonly access: readonly (typeof accessTechnologies)[number][]
  /**
   * `secret`: published keys and patterns are refused, because anyone can clone such a SIM. `any`: they are allowed, and
   * only test devices can download the profiles.
   */
  readonly keys: 'secret' | 'any'
  /**
   * `built`: the portal builds each profile's package from the configuration. `supplied`: each package is supplied whole,
   * one by one.
   */
  readonly packages: 'built' | 'supplied'
}

/** What is different from type to type (decisions, section 3). The fields of each type are in `type-field.ts`. */
export const typeFacts: Readonly<Record<ConfigurationType, TypeFacts>> = {
  Regular: {
    label: 'Regular',
    help: 'For operators and MVNOs: a profile for public networks, from 2G to 5G.',
    algorithms: ['MILENAGE', 'TUAK'],
    access: accessTechnologies,
    keys: 'secret',
    packages: 'built',
  },
  Private_LTE: {
    label: 'Private LTE',
    help: 'For companies with their own 4G or 5G network. Only the fields that such a network needs.',
    algorithms: ['MILENAGE'],
    access: ['E-UTRAN', 'NG-RAN'],
    keys: 'secret',
    packages: 'built',
  },
  Conformance_Test: {
    label: 'Conformance Test',
    help: 'For test labs: the test algorithm and published test keys are allowed, so only test devices can download the profiles.',
    algorithms,
    access: accessTechnologies,
    keys: 'any',
    packages: 'built',
  },
  Advanced: {
    label: 'Advanced',
    help: 'For operators with IMS or applets: everything that Regular has, and an ISIM, access rules and applets.',
    algorithms: ['MILENAGE', 'TUAK'],
    access: accessTechnologies,
    keys: 'secret',
    packages: 'built',
  },
  UPP: {
    label: 'UPP',
    help: 'For finished profile packages (UPP): you supply each one whole, and the portal delivers it.',
    algorithms: [],
    access: [],
    keys: 'secret',
    packages: 'supplied',
  },
}

/** The names of the types on screen. */
export const typeLabels: Readonly<Record<ConfigurationType, string>> = {
  Regular: typeFacts.Regular.label,
  Private_LTE: typeFacts.Private_LTE.label,
  Conformance_Test: typeFacts.Conformance_Test.label,
  Advanced: typeFacts.Advanced.label,
  UPP: typeFacts.UPP.label,
}

/** The types whose profiles can be generated from a file or a range: the portal builds their packages. */
export const builtTypes = configurationTypes.filter((type) => typeFacts[type].packages === 'built')
