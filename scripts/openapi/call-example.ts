const subscriber = {
  iccid: '8944012345678901111',
  imsi: '001010000000111',
  ki: '5E1C93A27B40D86F11B9E27A04C6538D',
  opc: 'C3701FA49D5B2E8867E0195DA2B43F7C',
}

const configurationId = '0198c5a0-7d1e-7a44-9c1b-2f6d3e8a5b11'
const groupId = '0198c5a0-7d1e-7a44-9c1b-2f6d3e8a5b12'
const available = { filter: { status: ['AVAILABLE'] } }
const move = { operation: { kind: 'GROUP', groupId }, selection: available }

/** Inputs of the main calls, and of calls whose schema alone does not say which values fit together, by operation. */
export const inputExamples: Readonly<Record<string, unknown>> = {
  'block.add': { kind: 'EID', values: ['89049032000000000000000000000163'] },
  'batch.single': { configurationId, iccid: subscriber.iccid, imsi: subscriber.imsi, makeKeys: true },
  'fleet.count': available,
  'fleet.list': { filter: { query: 'status:available age>7d' }, limit: 100 },
  'groupRule.add': { fields: { groupId, mark: 'ICCID', value: '894401' } },
  'notice.setThreshold': {
    kind: 'USAGE_REACHED',
    version: 0,
    fields: { levels: [80, 100], unit: 'PERCENT', hours: null, minimum: null },
  },
  'openApi.generate': { ...subscriber, configName: 'Test network', needAcLink: true },
  'openApi.generateByBatch': { configName: 'Test network', metaDatas: [subscriber] },
  'openApi.changeTraits': { iccid: subscriber.iccid, addTags: ['Pilot'], attributes: { contract: 'C-1024' } },
  'openApi.listConfigurations': { pageParam: { pageNum: 1, pageSize: 20 } },
  'operation.excluded': move,
  'operation.preview': move,
  'operation.start': move,
}

/** What main calls answer. */
export const outputExamples: Readonly<Record<string, unknown>> = {
  'fleet.count': { total: 12, capped: false },
}
