import { networks, plmns, text } from '../../field.ts'
import { networkList, Plmn, plmnList } from './schema.ts'

export const home = {
  hplmn: networks({
    schema: networkList(20),
    label: 'HPLMN',
    help: 'MCC and MNC together, 5 or 6 digits, with the access technologies used (EF.HPLMNwAcT). Needed before codes can be generated. Up to 20 entries.',
    neededForCodes: 'HPLMN',
  }),
  ehplmn: plmns({
    schema: plmnList(20),
    label: 'EHPLMN',
    help: 'Networks that count as home, too (EF.EHPLMN). Press Enter after each. Up to 20 entries.',
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
    schema: networkList(100),
    label: 'PLMN',
    help: 'Preferred networks that the user may change (EF.PLMNwAcT). Up to 100 entries.',
  }),
  fplmn: plmns({
    schema: plmnList(100),
    label: 'FPLMN',
    help: 'Networks that must not be used (EF.FPLMN). Press Enter after each. Up to 100 entries.',
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
