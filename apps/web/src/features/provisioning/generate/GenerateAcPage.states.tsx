import { enterpriseInfo } from '@simwright/contract/people/session'
import * as attributes from '@simwright/contract/profiles/attribute'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as sources from '@simwright/contract/profiles/source'
import * as tags from '@simwright/contract/profiles/tag'
import * as batches from '@simwright/contract/provisioning/batch'
import { linkTo, pages } from '../../../paths.ts'
import { answer, events, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { enterprise } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { availableRow } from '../../../states/sample-profile.ts'
import {
  attribute,
  batch,
  configuration,
  configurationRow,
  longConfigurationRow,
  pgpKey,
  requiredAttribute,
  tag,
} from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, atTop, attach, findText, press, type Step, scrollToEnd, see, type } from '../../../states/step.ts'

const chosen = linkTo(pages.generateAc, { search: { configuration: configurationRow.id } })

const answers = [
  answer(configurations.list, pageOf([configurationRow])),
  answer(configurations.get, configuration),
  answer(sources.pgpKey, pgpKey),
  answer(batches.list, pageOf([])),
  answer(attributes.list, { items: [] }),
  answer(tags.list, { items: [tag] }),
]

const staged: sources.Source = {
  id: sampleId(210),
  fileName: 'subscribers.csv.pgp',
  protection: 'PGP',
  configurationId: configurationRow.id,
  configurationName: configurationRow.name,
  columns: ['ICCID', 'IMSI', 'KI', 'OPC', 'MSISDN'],
  renamed: [],
  total: 3,
  faulty: 0,
  existing: 0,
  warned: 0,
  faultCounts: [],
  warningCounts: [],
  changes: [],
  nineteenDigits: null,
  plan: { name: 'PRO', downloads: 10_000, left: 6_880, extraDownloadCents: 30, iccidsLeft: null },
  expiresAt: hoursAgo(-20),
}

const row = (line: number): sources.SourceRow => ({
  line,
  values: { ICCID: `8999970000000000${line}010`, IMSI: `99970000000${line}001`, MSISDN: '' },
  secret: ['KI', 'OPC'],
  faults: [],
  warnings: [],
  exists: false,
})

const mapping: sources.ColumnMapping = {
  header: ['Shelf', 'Phone number', 'IMSI', 'Auth key', 'Sim number', unbrokenText(80)],
  samples: [
    { text: 'A7', length: 2 },
    { text: '447700900001', length: 12 },
    { text: '999700000001001', length: 15 },
    { text: null, length: 32 },
    { text: '89999700000000001010', length: 20 },
    { text: null, length: 0 },
  ],
  columns: ['ICCID', 'IMSI', 'KI', 'OPC', 'OP', 'MSISDN', 'NOTES', 'GROUP'],
  required: [['ICCID'], ['IMSI'], ['KI'], ['OPC', 'OP']],
  known: { IMSI: 'IMSI' },
}

const foreignFile = [press(/^Plain/), attach(new File(['Shelf\n1\n'], 'stock.csv', { type: 'text/csv' }))]

listStates({
  name: 'Generate AC',
  at: chosen,
  answers,
  states: {
    loading: { answers: [wait(configurations.list), wait(configurations.get)], shows: SKELETON },
    empty: { answers: [answer(configurations.list, pageOf([]))], shows: 'Create a profile configuration first' },
    'empty, no permission to create one': {
      as: { holds: ['Generate_Ac_Create'] },
      answers: [answer(configurations.list, pageOf([]))],
      shows: 'Ask a member who can edit profile configurations to create one.',
    },
    refused: {
      answers: [answer(configurations.get, { ...configuration, fields: { ...configuration.fields, hplmn: [] } })],
      shows: 'This configuration is not complete',
    },
    failed: { answers: [fail(configurations.list)], shows: 'This could not be loaded' },
    full: { shows: 'Columns of the file' },
    suspended: { as: 'suspended owner', shows: 'Not possible while the enterprise account is suspended.' },
    longest: {
      answers: [
        answer(configurations.list, pageOf([longConfigurationRow])),
        answer(configurations.get, {
          ...configuration,
          fields: { ...configuration.fields, name: unbrokenText(64), profileName: unbrokenText(64) },
        }),
        answer(sources.pgpKey, { ...pgpKey, userId: unbrokenText(80) }),
      ],
      shows: 'Columns of the file',
    },
    phone: { shows: 'Columns of the file' },
    'view permission only': { as: { holds: ['Generate_Ac_View'] }, shows: 'Columns of the file' },
    'a batch is running': {
      answers: [events(batches.progress, { ...batch, process: 'PROCESSING', processed: 1200, completedAt: null })],
      shows: 'Being generated',
    },
    'an incomplete configuration is marked': {
      answers: [answer(configurations.list, pageOf([configurationRow, { ...longConfigurationRow, complete: false }]))],
      steps: [press(/^Configuration/)],
      shows: 'Incomplete',
    },
    'only a header': {
      steps: [press(/^Plain/), attach(new File(['ICCID,IMSI,KI,OPC\n'], 'header.csv', { type: 'text/csv' }))],
      answers: [refuse(sources.upload, 'no_records')],
      shows: 'The file has a header, but no rows. Add a row for each profile.',
    },
    'another protection checks the file again': {
      steps: [
        attach(new File(['ICCID\n1\n'], 'subscribers.csv', { type: 'text/csv' })),
        see(/The file is not encrypted/),
        press(/^Plain/),
      ],
      answers: [refuse(sources.upload, 'file_too_large', { values: { max: '200 MB' } })],
      shows: /200 MB/,
    },
    'other names in the header': {
      steps: [
        ...foreignFile,
        see('Sim number'),
        see('For example 89999700000000001010'),
        see('32 characters, not shown'),
      ],
      answers: [refuse(sources.upload, 'column_unknown', { detail: mapping })],
      shows: 'Match your columns',
    },
    'phone, other names in the header': {
      steps: [...foreignFile, press('Continue')],
      answers: [refuse(sources.upload, 'column_unknown', { detail: mapping })],
      shows: 'Match a column to OPC, or choose a file that has it.',
    },
    'the file was refused': {
      steps: [press(/^Plain/), attach(new File(['ICCID\n1\n'], 'subscribers.csv', { type: 'text/csv' }))],
      answers: [refuse(sources.upload, 'file_too_large', { values: { max: '200 MB' } })],
      shows: 'The file was refused',
    },
  },
})

listStates({
  name: 'Generate AC, from the file to its preview',
  at: chosen,
  answers: [
    ...answers,
    answer(sources.upload, { ...staged, total: 60 }),
    answer(sources.rows, { items: Array.from({ length: 60 }, (_, i) => row(i + 2)), next: null }),
  ],
  states: {
    // a window that is lower than the preview, which begins at its top
    phone: {
      steps: [
        press(/^Plain/),
        scrollToEnd,
        attach(new File(['ICCID\n1\n'], 'subscribers.csv', { type: 'text/csv' })),
        see('Rows'),
        atTop,
      ],
      shows: 'Generate 60 codes',
    },
  },
})

const rangePreview = {
  firstIccid: '89999700000000010005',
  lastIccid: '89999700000000011003',
  firstImsi: '999700000001000',
  lastImsi: '999700000001099',
  total: 100,
  existing: 3,
  deleted: 1,
  taken: 2,
  doubledImsis: 1,
  otherDigits: 0,
  nineteenDigits: null,
  plan: { name: 'PRO', downloads: 10_000, left: 50, extraDownloadCents: 30, iccidsLeft: 12 },
}
const previewSteps = [
  type('First ICCID', '8999970000000001000'),
  type('First IMSI', '999700000001000'),
  press('Preview'),
]

/** Waits until the sentence about IMSIs in use has an area of its own. */
const imsisMarked: Step = async (until) => {
  const isMarked = (text: Element) => getComputedStyle(text).backgroundColor !== 'rgba(0, 0, 0, 0)'
  const find = () => findText(/^1 of these IMSIs is in use/)
  await until(() => [find()].find((text) => text && isMarked(text)), 'a warning about an IMSI in use')
}

const sampleRow = { ...configurationRow, id: sampleId(1490), name: 'Sample', sample: true }

listStates({
  name: 'Generate AC, which configuration is chosen',
  at: linkTo(pages.generateAc),
  answers: [...answers, answer(configurations.get, configuration)],
  states: {
    'the only own one that is complete': {
      answers: [answer(configurations.list, pageOf([configurationRow, sampleRow]))],
      shows: 'View configuration',
    },
    'none: a new one is offered': {
      answers: [answer(configurations.list, pageOf([sampleRow, { ...sampleRow, id: sampleId(1491) }]))],
      shows: 'New configuration',
    },
  },
})

listStates({
  name: 'Generate AC, a range',
  at: linkTo(pages.generateAc, { search: { configuration: configurationRow.id, way: 'range' } }),
  answers: [...answers, answer(batches.previewRange, rangePreview)],
  states: {
    empty: { shows: 'First ICCID' },
    full: { steps: [...previewSteps, imsisMarked], shows: 'Preview of the range' },
    'a range of another network': {
      steps: previewSteps,
      answers: [answer(batches.previewRange, { ...rangePreview, firstImsi: '310260000001000' })],
      shows: 'IMSIs that begin with 310260 are of another network.',
    },
    'cards that would have another number of digits': {
      steps: previewSteps,
      answers: [answer(batches.previewRange, { ...rangePreview, otherDigits: 3 })],
      shows: /^3 existing profiles have a different number of ICCID digits/,
    },
    'a first ICCID of 19 digits that speaks against the configuration': {
      steps: previewSteps,
      answers: [
        answer(batches.previewRange, {
          ...rangePreview,
          firstIccid: '8999970000000001000',
          lastIccid: '8999970000000001099',
          nineteenDigits: { total: 100, ownCheckDigit: 0, setting: 'complete', isAsked: true },
        }),
      ],
      shows: 'Are the ICCIDs of 19 digits complete?',
    },
    refused: {
      steps: previewSteps,
      answers: [
        refuse(batches.previewRange, 'invalid', {
          faults: [{ path: 'firstIccid', rule: 'luhn', text: 'Invalid ICCID.' }],
        }),
      ],
      shows: 'Invalid ICCID.',
    },
    'a required attribute is missing': {
      steps: [...previewSteps, see('Tags')],
      answers: [
        answer(attributes.list, { items: [attribute, requiredAttribute] }),
        refuse(batches.previewRange, 'invalid', {
          faults: [
            { path: 'attributes.tier', rule: 'required', text: 'Required: the tier.' },
            { path: 'tags', rule: 'format', text: 'Too many tags.' },
          ],
        }),
      ],
      shows: 'Required: the tier.',
    },
    phone: { shows: 'First ICCID' },
  },
})

const imsiWarning = { column: 'IMSI', rule: 'imsi_repeated', text: 'The same IMSI is in line 2.' }

const imsiFault = { column: 'IMSI', rule: 'country', text: '460 IMSI is not allowed.' }

const faulty: sources.Source = {
  ...staged,
  renamed: [{ name: 'SERIAL', column: 'ICCID' }],
  total: 4,
  faulty: 1,
  existing: 1,
  faultCounts: [{ ...imsiFault, count: 1 }],
}
const faultyRow = { ...row(5), values: { ICCID: '89999700000000005010', IMSI: '460012345678901' }, faults: [imsiFault] }

listStates({
  name: 'Generate AC, preview of a file',
  at: linkTo(pages.generateAc, { search: { source: staged.id } }),
  answers: [
    answer(sources.get, staged),
    answer(sources.rows, { items: [row(2), row(3), row(4)], next: null }),
    answer(configurations.list, pageOf([configurationRow])),
    answer(configurations.get, configuration),
  ],
  states: {
    loading: { answers: [wait(sources.get)], shows: SKELETON },
    empty: {
      answers: [
        answer(sources.get, { ...staged, total: 1, faulty: 1, faultCounts: [{ ...imsiFault, count: 1 }] }),
        answer(sources.rows, { items: [faultyRow], next: null }),
      ],
      shows: 'No rows of this file can be generated.',
    },
    'ICCIDs of 19 digits that speak against the configuration': {
      answers: [
        answer(sources.get, {
          ...staged,
          changes: [{ column: 'ICCID', text: 'Blanks and hyphens removed', count: 3 }],
          nineteenDigits: { total: 3, ownCheckDigit: 3, setting: 'missing', isAsked: true },
        }),
        answer(sources.rows, {
          items: ['8999970000000000506', '8999970000000000514', '8999970000000000522'].map((ICCID, at) => ({
            ...row(at + 2),
            values: { ...row(at + 2).values, ICCID },
          })),
          next: null,
        }),
      ],
      shows: 'Are the ICCIDs of 19 digits complete?',
    },
    'the example of the template': {
      answers: [
        answer(sources.get, {
          ...staged,
          total: 1,
          faulty: 1,
          faultCounts: [{ column: 'ICCID', rule: 'example', text: 'This is the example: replace it.', count: 1 }],
        }),
        answer(sources.rows, { items: [row(2)], next: null }),
      ],
      shows: 'This is the example: replace it',
    },
    'rows with warnings': {
      answers: [
        answer(sources.get, {
          ...staged,
          warned: 2,
          warningCounts: [{ ...imsiWarning, text: 'The same IMSI is in more than one line.', count: 2 }],
        }),
        answer(sources.rows, {
          items: [
            { ...row(2), warnings: [{ ...imsiWarning, text: 'The same IMSI is in line 3.' }] },
            { ...row(3), values: { ...row(3).values, IMSI: row(2).values.IMSI ?? '' }, warnings: [imsiWarning] },
            row(4),
          ],
          next: null,
        }),
      ],
      shows: 'The same IMSI is in line 2.',
    },
    refused: { answers: [refuse(sources.get, 'not_found')], shows: 'Upload not found' },
    failed: { answers: [fail(sources.get)], shows: 'This could not be loaded' },
    full: {
      answers: [
        answer(sources.get, faulty),
        answer(sources.rows, { items: [faultyRow, { ...row(4), exists: true }], next: 'cursor' }),
      ],
      steps: [press(/^Correct line 5/)],
      shows: '460 IMSI is not allowed.',
    },
    longest: {
      answers: [
        answer(sources.get, {
          ...staged,
          fileName: unbrokenText(200),
          configurationName: unbrokenText(64),
          renamed: [{ name: unbrokenText(200), column: '' }],
        }),
        answer(sources.rows, { items: [{ ...row(2), values: { ICCID: unbrokenText(300) } }], next: null }),
      ],
      shows: unbrokenText(200),
    },
    phone: { steps: [see('Rows')], shows: row(2).values.ICCID ?? '' },
    'values of the profiles in the file': {
      answers: [answer(sources.get, { ...staged, columns: [...staged.columns, 'SPN', 'HPLMN'] })],
      shows: 'From the file, where a row has a value: SPN, HPLMN.',
    },
    'no invalid row': { shows: row(2).values.ICCID ?? '' },
  },
})

const failedRow = { line: 7, iccid: '89999700000000000398', success: false, profileId: null, activationCode: null }

const rangeBatch = (coreFormats: batches.Batch['coreFormats']): batches.Batch => ({
  ...batch,
  protection: null,
  fileName: null,
  failed: 0,
  succeeded: 4210,
  coreFile: 'open',
  coreFormats,
  range: {
    firstIccid: rangePreview.firstIccid,
    lastIccid: rangePreview.lastIccid,
    firstImsi: rangePreview.firstImsi,
    lastImsi: rangePreview.lastImsi,
  },
})

listStates({
  name: 'Generate AC, progress of a batch',
  at: linkTo(pages.generateAc, { search: { batch: batch.id } }),
  answers: [
    answer(batches.get, batch),
    answer(batches.rows, {
      items: [
        { ...failedRow, reason: 'The ICCID is not available.' },
        { ...failedRow, line: 9, reason: longText(200) },
      ],
      next: null,
    }),
  ],
  states: {
    loading: { answers: [wait(batches.get)], shows: SKELETON },
    empty: {
      answers: [
        answer(batches.get, {
          ...batch,
          process: 'PROCESSING',
          processed: 0,
          succeeded: 0,
          failed: 0,
          completedAt: null,
        }),
      ],
      shows: '0%',
    },
    refused: { answers: [refuse(batches.get, 'not_found')], shows: 'Batch not found' },
    failed: { answers: [fail(batches.get)], shows: 'This could not be loaded' },
    full: { steps: [absent('Try with a virtual phone')], shows: 'Rows that failed' },
    'a code that a virtual phone can try': {
      answers: [
        answer(enterpriseInfo, { ...enterprise, testIssuerOnly: true }),
        answer(fleet.list, {
          items: [{ ...availableRow, campaignId: null }],
          ...{ next: null, previous: null, total: 1, capped: false },
        }),
      ],
      shows: 'Try with a virtual phone',
    },
    longest: {
      answers: [
        answer(batches.get, {
          ...batch,
          fileName: unbrokenText(200),
          configurationName: unbrokenText(64),
          createdBy: unbrokenText(64),
          total: 1_000_000,
          succeeded: 999_998,
        }),
      ],
      shows: 'Rows that failed',
    },
    phone: { shows: 'Rows that failed' },
    'half done': {
      answers: [
        answer(batches.get, {
          ...batch,
          process: 'PROCESSING',
          processed: 2105,
          succeeded: 2100,
          failed: 5,
          completedAt: null,
        }),
      ],
      shows: '50%',
    },
    'rows were left out': {
      answers: [answer(batches.get, { ...batch, failed: 0, succeeded: 4210, leftOut: 3, leftOutUntil: hoursAgo(-24) })],
      shows: '3 rows were left out',
    },
    'a range with its core-network file': {
      answers: [answer(batches.get, rangeBatch(['OPEN5GS', 'FREE5GC', 'MAGMA', 'SRSRAN', 'CSV']))],
      steps: [see(/--mode upsert --upsertFields imsi/)],
      shows: 'Duplicates are replaced: each subscriber is found by its IMSI.',
    },
    'a TUAK range with its core-network file': {
      answers: [answer(batches.get, rangeBatch(['CSV']))],
      shows: 'The other formats do not have the algorithm of these keys.',
    },
    'a range with a file that its core network rewrites': {
      answers: [answer(batches.get, rangeBatch(['SRSRAN', 'CSV']))],
      shows: /^Stop srsepc first/,
    },
  },
})
