import { z } from 'zod'
import { choice, entries, flag, optionalGroup, shapeOf, text, words } from '../../field.ts'
import { name, wordList } from './schema.ts'

/** Records of a file (ETSI TS 102 221, 8.2.2.2). */
const RECORDS_MAX = 254

/** The services of an emergency number (3GPP TS 24.008, 10.5.4.33). */
const emergencyServices = [
  'police',
  'ambulance',
  'fire',
  'marine',
  'mountain',
  'manual-ecall',
  'automatic-ecall',
] as const

const emergencyNumbers = entries(
  {
    label: 'Emergency numbers',
    entry: 'Emergency number',
    min: 0,
    max: RECORDS_MAX,
    help: 'Up to 254 (EF.ECC). Empty: 112 and 911.',
  },
  {
    number: text({
      schema: z.string().regex(/^\d{1,6}$/, 'An emergency number has 1 to 6 digits.'),
      maxLength: 6,
      width: 'pair',
      input: 'numeric',
      label: 'Number',
    }),
    name: text({ schema: name(32).default(''), maxLength: 32, width: 'pair', label: 'Name on the phone' }),
    services: words({
      schema: z
        .array(z.enum(emergencyServices, `Known: ${emergencyServices.join(', ')}.`))
        .max(emergencyServices.length, `Up to ${emergencyServices.length} entries.`)
        .default([]),
      suggested: emergencyServices,
      label: 'Services',
      help: 'The service category; choose from the list. Empty: every service.',
    }),
  },
)

/** A number without name and services can be given as a text. So are all that were stored before they had any. */
const emergencyNumberList = z
  .array(
    z
      .union([z.string(), z.looseObject({})])
      .transform((one) => (typeof one === 'string' ? { number: one } : one))
      .pipe(z.strictObject(shapeOf(emergencyNumbers.fields))),
  )
  .max(RECORDS_MAX, `Up to ${RECORDS_MAX} entries.`)
  .default([])

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
  emergencyNumbers: { ...emergencyNumbers, schema: emergencyNumberList },
  languages: words({
    schema: wordList(3, /^[a-z]{2}$/, 'Two lowercase letters, such as en.'),
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
