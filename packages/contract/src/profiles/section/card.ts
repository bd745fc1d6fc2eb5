import { z } from 'zod'
import { choice, flag, optionalGroup, words } from '../../field.ts'
import { wordList } from './schema.ts'

/** How phones treat the card: files that few profiles change. */
export const card = {
  spnDisplay: optionalGroup(
    {
      label: 'Own display condition of the service provider name',
      help: 'Without it, phones show the name everywhere, and the network name only if the name is empty (EF.SPN).',
    },
    {
      homeNetworkNameShown: flag({ label: 'At home, show the name of the network too' }),
      hiddenAbroad: flag({ label: 'Hide the name in other networks' }),
    },
  ),
  emergencyNumbers: words({
    schema: wordList(20, /^\d{1,6}$/, 'An emergency number has 1 to 6 digits.'),
    label: 'Emergency numbers',
    help: 'Up to 20 (EF.ECC). Empty: 112 and 911. Press Enter after each.',
  }),
  languages: words({
    schema: wordList(3, /^[a-z]{2}$/, 'Two small letters, such as en.'),
    label: 'Languages',
    help: 'Up to 3 of ISO 639-1, in order of preference (EF.LI; the first one in EF.PL).',
  }),
  accessClasses: words({
    schema: wordList(15, /^([0-9]|1[1-5])$/, '0 to 9 or 11 to 15.'),
    label: 'Access classes',
    help: 'EF.ACC. Empty: the last digit of the IMSI, as networks expect.',
  }),
  operationMode: choice(z.enum(['normal', 'type-approval', 'maintenance', 'cell-test']).optional(), {
    width: 'pair',
    label: 'Operation mode',
    help: 'EF.AD.',
    options: {
      normal: { label: 'Normal' },
      'type-approval': { label: 'Type approval' },
      maintenance: { label: 'Maintenance' },
      'cell-test': { label: 'Cell test' },
    },
    absent: 'As the type says',
  }),
  mncLength: choice(z.enum(['2', '3']).optional(), {
    width: 'pair',
    label: 'Length of the MNC',
    help: 'In the IMSI (EF.AD).',
    options: { '2': { label: '2 digits' }, '3': { label: '3 digits' } },
    absent: 'As the home network',
  }),
  isPin1Enabled: flag({ label: 'Ask for PIN1', help: 'Phones ask for PIN1 after each start.' }),
}
