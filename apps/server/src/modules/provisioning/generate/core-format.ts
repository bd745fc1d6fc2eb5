import { type Algorithm, algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import type { CoreFormat } from '@simwright/contract/provisioning/batch'
import { csvLines } from '../../../format/csv.ts'

/** A subscriber of a core network. `opc`: the operator key as the card stores it, TOPc with TUAK. */
export type CoreSubscriber = { iccid: string; imsi: string; msisdn: string | null; ki: string; opc: string }

/** What all subscribers of a file have in common. `plmn`: MCC and MNC of the home network. */
export type CoreSetting = { plmn: string; dnn: string; algorithm: Algorithm }

type Format = {
  fileEnding: string
  contentType: string
  /** The only algorithm that the core network's format has. Absent: all. */
  only?: Algorithm
  head: (setting: CoreSetting) => string
  tail: string
  between: string
  write: (subscriber: CoreSubscriber, setting: CoreSetting) => string
}

/**
 * The first sequence number that a network uses: SEQ 1, IND 0 (3GPP TS 33.102, C.1.1.1). The card starts at SEQ 0 and
 * refuses it.
 */
const FIRST_SQN = 32
const FIRST_SQN_HEX = FIRST_SQN.toString(16).padStart(12, '0')

/** The separation bit is set, as LTE and 5G require (3GPP TS 33.401, 6.1.1; TS 33.501, 6.1.3.2). */
const AMF = '8000'

const json = (value: unknown) => JSON.stringify(value)
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

/** One document of the collection `subscribers`, as the web interface of Open5GS 2.3 or newer writes them. */
function open5gs({ imsi, msisdn, ki, opc }: CoreSubscriber, { dnn }: CoreSetting): string {
  const rate = { value: 1, unit: 3 }
  const ambr = { downlink: rate, uplink: rate }
  const arp = { priority_level: 8, pre_emption_capability: 1, pre_emption_vulnerability: 1 }
  return json({
    schema_version: 1,
    imsi,
    msisdn: msisdn === null ? [] : [msisdn],
    imeisv: [],
    mme_host: [],
    mme_realm: [],
    purge_flag: [],
    // Open5GS reads the sequence number only as a 64-bit integer
    security: { k: ki, op: null, opc, amf: AMF, sqn: { $numberLong: String(FIRST_SQN) } },
    ambr,
    slice: [
      {
        sst: 1,
        default_indicator: true,
        session: [{ name: dnn, type: 3, qos: { index: 9, arp }, ambr, pcc_rule: [] }],
      },
    ],
    access_restriction_data: 32,
    subscriber_status: 0,
    operator_determined_barring: 0,
    network_access_mode: 0,
    subscribed_rau_tau_timer: 12,
    __v: 0,
  })
}

/** The body of one POST /api/subscriber/UE-ID/PLMN of free5GC's web console. */
function free5gc({ imsi, msisdn, ki, opc }: CoreSubscriber, { plmn, dnn }: CoreSetting): string {
  const plain = { encryptionKey: 0, encryptionAlgorithm: 0 }
  const snssai = { sst: 1, sd: '010203' }
  const slice = `01${snssai.sd}`
  return json({
    plmnID: plmn,
    ueId: `imsi-${imsi}`,
    AuthenticationSubscription: {
      authenticationMethod: '5G_AKA',
      permanentKey: { permanentKeyValue: ki, ...plain },
      sequenceNumber: FIRST_SQN_HEX,
      authenticationManagementField: AMF,
      milenage: { op: { opValue: '', ...plain } },
      opc: { opcValue: opc, ...plain },
    },
    AccessAndMobilitySubscriptionData: {
      ...(msisdn === null ? {} : { gpsis: [`msisdn-${msisdn}`] }),
      subscribedUeAmbr: { uplink: '1 Gbps', downlink: '1 Gbps' },
      nssai: { defaultSingleNssais: [snssai], singleNssais: [] },
    },
    SessionManagementSubscriptionData: [
      {
        singleNssai: snssai,
        dnnConfigurations: {
          [dnn]: {
            pduSessionTypes: { defaultSessionType: 'IPV4', allowedSessionTypes: ['IPV4'] },
            sscModes: { defaultSscMode: 'SSC_MODE_1', allowedSscModes: ['SSC_MODE_2', 'SSC_MODE_3'] },
            '5gQosProfile': { '5qi': 9, arp: { priorityLevel: 8, preemptCap: '', preemptVuln: '' }, priorityLevel: 8 },
            sessionAmbr: { uplink: '1 Gbps', downlink: '1 Gbps' },
          },
        },
      },
    ],
    SmfSelectionSubscriptionData: { subscribedSnssaiInfos: { [slice]: { dnnInfos: [{ dnn }] } } },
    AmPolicyData: { subscCats: ['free5gc'] },
    SmPolicyData: { smPolicySnssaiData: { [slice]: { snssai, smPolicyDnnData: { [dnn]: { dnn } } } } },
    FlowRules: [],
    QosFlows: [],
  })
}

/** One `mutable_subscriber` of POST /lte/NETWORK/subscribers_v2 of Magma's orchestrator. */
function magma({ iccid, imsi, ki, opc }: CoreSubscriber, { dnn }: CoreSetting): string {
  return json({
    id: `IMSI${imsi}`,
    name: iccid,
    lte: {
      state: 'ACTIVE',
      auth_algo: 'MILENAGE',
      auth_key: base64(ki),
      auth_opc: base64(opc),
      sub_profile: 'default',
    },
    active_apns: [dnn],
  })
}

const SRSRAN_HEAD = [
  '# .csv to store UE information in the HSS of srsEPC',
  '# Name,Auth,IMSI,Key,OP_Type,OP/OPc,AMF,SQN,QCI,IP_alloc',
  '',
].join('\n')

/** A line of srsEPC's user database, which must not contain blank lines. */
const srsran = ({ iccid, imsi, ki, opc }: CoreSubscriber) =>
  `${iccid},mil,${imsi},${ki},opc,${opc},${AMF},${FIRST_SQN_HEX},9,dynamic`

const csvHead = ({ algorithm }: CoreSetting) =>
  csvLines([['ICCID', 'IMSI', 'MSISDN', 'ALGORITHM', 'KI', algorithmKeys[algorithm].operatorKeys[0], 'AMF', 'SQN']])

const csv = ({ iccid, imsi, msisdn, ki, opc }: CoreSubscriber, { algorithm }: CoreSetting) =>
  csvLines([[iccid, imsi, msisdn ?? '', algorithm, ki, opc, AMF, FIRST_SQN_HEX]])

const jsonLines = {
  fileEnding: '.json',
  contentType: 'application/x-ndjson',
  only: 'MILENAGE',
  head: () => '',
  between: '\n',
  tail: '\n',
} as const

/** The import format of each core network. No file begins with a byte order mark, because programs read them. */
export const coreFormats: Record<CoreFormat, Format> = {
  OPEN5GS: { ...jsonLines, write: open5gs },
  FREE5GC: { ...jsonLines, write: free5gc },
  MAGMA: {
    fileEnding: '.json',
    contentType: 'application/json',
    only: 'MILENAGE',
    head: () => '[\n',
    between: ',\n',
    tail: '\n]\n',
    write: magma,
  },
  SRSRAN: {
    fileEnding: '.csv',
    contentType: 'text/csv; charset=utf-8',
    only: 'MILENAGE',
    head: () => SRSRAN_HEAD,
    between: '\n',
    tail: '\n',
    write: srsran,
  },
  CSV: {
    fileEnding: '.csv',
    contentType: 'text/csv; charset=utf-8',
    head: csvHead,
    between: '',
    tail: '',
    write: csv,
  },
}
