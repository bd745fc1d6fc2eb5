import { networks, plmns, text } from '../../field.ts'
import { networkList, Plmn, plmnList } from './schema.ts'

/** Entries of a list with the codes of one operator. EF.HPLMNwAcT and EF.EHPLMN have no limit of their own. */
const HOMES_MAX = 100

export const home = {
  hplmn: networks({
    schema: networkList(HOMES_MAX),
    label: 'Home network (HPLMN)',
    help: 'Needed before codes can be generated. MCC and MNC together, 5 or 6 digits, with the access technologies used: GSM is 2G, UTRAN 3G, E-UTRAN 4G, NG-RAN 5G (EF.HPLMNwAcT). Up to 100 entries.',
    neededForCodes: 'home network (HPLMN)',
  }),
}

export const equivalentHomes = {
  ehplmn: plmns({
    schema: plmnList(HOMES_MAX),
    label: 'EHPLMN',
    help: 'Networks that also count as home (EF.EHPLMN). Press Enter after each. Up to 100 entries.',
  }),
}

export const otherNetworks = {
  oplmn: networks({
    schema: networkList(10_000),
    label: 'OPLMN',
    help: 'Preferred networks that the operator sets (EF.OPLMNwAcT). Up to 10,000 entries; devices read up to 6,553.',
    asText: true,
    limit: { kind: 'entries', of: 'oplmn' },
  }),
  plmn: networks({
    schema: networkList(1000),
    label: 'PLMN',
    help: 'Preferred networks that the user may change (EF.PLMNwAcT). Up to 1,000 entries.',
    asText: true,
  }),
  fplmn: plmns({
    schema: plmnList(10_000),
    label: 'FPLMN',
    help: 'Networks that must not be used (EF.FPLMN). Up to 10,000 entries.',
    asText: true,
    limit: { kind: 'entries', of: 'fplmn' },
  }),
  rplmn: text({
    schema: Plmn.optional(),
    maxLength: 6,
    width: 'short',
    input: 'plmn',
    label: 'RPLMN',
    help: 'The network that counts as the last one registered in (EF.LOCI, EF.EPSLOCI).',
  }),
}
