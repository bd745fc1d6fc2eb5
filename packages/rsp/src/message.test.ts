import { Asn1Error, type Codec, children, raw, readTlv, writeTlv } from '@simwright/asn1'
import { parseTac, tacToBytes } from '@simwright/ids'
import { describe, expect, test } from 'vitest'
import { authenticateServerResponse, serverSigned1 } from './authentication-message.ts'
import {
  configureIsdpRequest,
  initialiseSecureChannelRequest,
  replaceSessionKeysRequest,
} from './bound-package-message.ts'
import { announcedRelease, deviceInfo, imeiDigits, tacReadings } from './device-info.ts'
import {
  cancelSessionRequest,
  cancelSessionResponse,
  prepareDownloadResponse,
  smdpSigned2,
} from './download-message.ts'
import { type EuiccInfo2, euiccInfo1, euiccInfo2, readCardResources } from './euicc-info.ts'
import {
  deleteProfileRequest,
  disableProfileRequest,
  enableProfileRequest,
  enableProfileResponse,
  euiccConfiguredAddressesResponse,
  euiccMemoryResetRequest,
  getEuiccDataRequest,
  getEuiccDataResponse,
  getRatResponse,
  profileInfoListRequest,
  profileInfoListResponse,
  setDefaultDpAddressRequest,
  setNicknameRequest,
} from './local-message.ts'
import {
  listNotificationRequest,
  notificationMetadata,
  notificationSentRequest,
  pendingNotification,
  profileInstallationResultData,
  retrieveNotificationsListRequest,
} from './notification-message.ts'
import { storeMetadataRequest } from './profile-metadata.ts'
import { compareVersions } from './version.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')

const txid = bytes('0102030405060708090a0b0c0d0e0f10')
const txidTlv = `8010${hex(txid)}`

/** Values with their bytes, composed by hand from the SGP.22 v2.5 definitions. */
const written: [name: string, codec: Codec<unknown>, value: unknown, bytes: string][] = [
  [
    'TransactionId and reason of CancelSession',
    cancelSessionRequest,
    { transactionId: txid, reason: 'postponed' },
    `bf4115 ${txidTlv} 810101`,
  ],
  ['a CancelSession error', cancelSessionResponse, { kind: 'error', value: 'invalidTransactionId' }, 'bf4103 810105'],
  [
    'a PrepareDownload error',
    prepareDownloadResponse,
    { kind: 'error', value: { transactionId: txid, downloadErrorCode: 'invalidSignature' } },
    `bf2117 a115 ${txidTlv} 020102`,
  ],
  [
    'an AuthenticateServer error',
    authenticateServerResponse,
    { kind: 'error', value: { transactionId: txid, authenticateErrorCode: 'ciPKUnknown' } },
    `bf3817 a115 ${txidTlv} 020107`,
  ],
  [
    'SmdpSigned2 without a key to reuse',
    smdpSigned2,
    { transactionId: txid, ccRequiredFlag: true },
    `3015 ${txidTlv} 0101ff`,
  ],
  ['an empty ConfigureISDP', configureIsdpRequest, {}, 'bf2400'],
  [
    'ConfigureISDP with a 2.999 OID',
    configureIsdpRequest,
    { dpProprietaryData: { dpOid: '2.999.10' } },
    'bf2407 b805 8003 88370a',
  ],
  [
    'the metadata of the published vector',
    storeMetadataRequest,
    {
      iccid: '89000123456789012341',
      serviceProviderName: 'GSMA_TEST',
      profileName: 'GSMA_TEST_PROFILE',
      profileClass: 'test',
    },
    'bf252d5a0a98001032547698103214910947534d415f54455354921147534d415f544553545f50524f46494c45950100',
  ],
  [
    'metadata with notifications, owner and rules',
    storeMetadataRequest,
    {
      iccid: '8901234567890123456',
      serviceProviderName: 'A',
      profileName: 'B',
      profileClass: 'operational',
      notificationConfigurationInfo: [{ profileManagementOperation: new Set(['enable']), notificationAddress: 'x' }],
      profileOwner: { mccMnc: bytes('00f110') },
      profilePolicyRules: new Set(['ppr1']),
    },
    'bf2528 5a0a981032547698103254f6 910141 920142 b60930078002064081 0178 b705800300f110 99020640',
  ],
  [
    'ReplaceSessionKeys',
    replaceSessionKeysRequest,
    { initialMacChainingValue: txid, ppkEnc: txid, ppkCmac: txid },
    `bf2636 8010${hex(txid)} 8110${hex(txid)} 8210${hex(txid)}`,
  ],
  ['the EID request', getEuiccDataRequest, { tagList: bytes('5a') }, 'bf3e035c015a'],
  [
    'the EID answer',
    getEuiccDataResponse,
    { eidValue: bytes('89049032123451234512345678901235') },
    'bf3e125a1089049032123451234512345678901235',
  ],
  [
    'EnableProfile by ICCID',
    enableProfileRequest,
    { profileIdentifier: { kind: 'iccid', value: '89000123456789012341' }, refreshFlag: true },
    'bf3111 a00c 5a0a98001032547698103214 8101ff',
  ],
  [
    'DisableProfile by AID',
    disableProfileRequest,
    { profileIdentifier: { kind: 'isdpAid', value: bytes('a0000005591010ffffffff8900001000') }, refreshFlag: false },
    'bf3217 a012 4f10a0000005591010ffffffff8900001000 810100',
  ],
  [
    'DeleteProfile by ICCID',
    deleteProfileRequest,
    { kind: 'iccid', value: '89000123456789012341' },
    'bf330c5a0a98001032547698103214',
  ],
  ['an enable result', enableProfileResponse, { enableResult: 'catBusy' }, 'bf3103800105'],
  [
    'SetNickname',
    setNicknameRequest,
    { iccid: '89000123456789012341', profileNickname: 'Work' },
    'bf2912 5a0a98001032547698103214 9004576f726b',
  ],
  ['ListNotification of all', listNotificationRequest, {}, 'bf2800'],
  [
    'RetrieveNotificationsList by number',
    retrieveNotificationsListRequest,
    { searchCriteria: { kind: 'seqNumber', value: 300 } },
    'bf2b06 a004 8002012c',
  ],
  ['NotificationSent', notificationSentRequest, { seqNumber: 5 }, 'bf3003800105'],
  ['SetDefaultDpAddress', setDefaultDpAddressRequest, { defaultDpAddress: 'a.b' }, 'bf3f058003612e62'],
  [
    'configured addresses',
    euiccConfiguredAddressesResponse,
    { defaultDpAddress: 'a', rootDsAddress: 'b' },
    'bf3c06800161810162',
  ],
  [
    'memory reset',
    euiccMemoryResetRequest,
    { resetOptions: new Set(['deleteOperationalProfiles', 'resetDefaultSmdpAddress']) },
    'bf3404 820205a0',
  ],
  [
    'a search for one profile',
    profileInfoListRequest,
    { searchCriteria: { kind: 'iccid', value: '89000123456789012341' }, tagList: bytes('5a9f70') },
    'bf2d13 a00c 5a0a98001032547698103214 5c035a9f70',
  ],
  [
    'a list of one profile',
    profileInfoListResponse,
    {
      kind: 'profileInfoListOk',
      value: [{ iccid: '89000123456789012341', profileState: 'enabled', profileClass: 'operational' }],
    },
    'bf2d17 a015 e313 5a0a98001032547698103214 9f700101 950102',
  ],
  [
    'a refused list',
    profileInfoListResponse,
    { kind: 'profileInfoListError', value: 'incorrectInputValues' },
    'bf2d03810101',
  ],
  [
    'the authorisation table',
    getRatResponse,
    {
      rat: [
        {
          pprIds: new Set(['ppr1', 'ppr2']),
          allowedOperators: [{ mccMnc: bytes('eeeeee') }],
          pprFlags: new Set(['consentRequired']),
        },
      ],
    },
    'bf4315 a013 3011 80020560 a107 3005 8003eeeeee 82020780',
  ],
  [
    'notification metadata, install',
    notificationMetadata,
    {
      seqNumber: 1,
      profileManagementOperation: new Set(['install']),
      notificationAddress: 'h',
      iccid: '89000123456789012341',
    },
    'bf2f16 800101 81020780 0c0168 5a0a98001032547698103214',
  ],
  [
    'a failed installation',
    profileInstallationResultData,
    {
      transactionId: txid,
      notificationMetadata: {
        seqNumber: 2,
        profileManagementOperation: new Set(['install']),
        notificationAddress: 'h',
      },
      smdpOid: '2.999.10',
      finalResult: {
        kind: 'error',
        value: {
          bppCommandId: 'loadProfileElements',
          errorReason: 'installFailedDueToPEProcessingError',
          simaResponse: bytes('3000'),
        },
      },
    },
    `bf2732 ${txidTlv} bf2f0a 800102 81020780 0c0168 060388370a a20c a10a 800105 81010c 82023000`,
  ],
  [
    'a successful installation',
    profileInstallationResultData,
    {
      transactionId: txid,
      notificationMetadata: {
        seqNumber: 2,
        profileManagementOperation: new Set(['install']),
        notificationAddress: 'h',
      },
      smdpOid: '2.999.10',
      finalResult: { kind: 'success', value: { aid: bytes('a000000559'), simaResponse: bytes('3000') } },
    },
    `bf2733 ${txidTlv} bf2f0a 800102 81020780 0c0168 060388370a a20d a00b 4f05a000000559 04023000`,
  ],
]

describe('structures encode to and decode from hand-composed bytes', () => {
  test.each(written)('%s', (_, codec, value, expected) => {
    const wanted = expected.replaceAll(' ', '')
    expect(hex(codec.encode(value))).toBe(wanted)
    expect(codec.decode(bytes(wanted))).toEqual(value)
  })
})

test.each([
  ['install', '0780'],
  ['enable', '0640'],
  ['disable', '0520'],
  ['delete', '0410'],
] as const)('the bit string of %s has its unused bits', (event, content) => {
  const encoded = notificationMetadata.encode({
    seqNumber: 0,
    profileManagementOperation: new Set([event]),
    notificationAddress: '',
  })
  expect(hex(encoded)).toBe(`bf2f098001008102${content}0c00`)
})

describe('BF23', () => {
  const value = {
    remoteOpId: 1,
    transactionId: txid,
    controlRefTemplate: { keyType: bytes('88'), keyLen: bytes('10'), hostId: bytes('8080808080808080') },
    smdpOtpk: new Uint8Array(65).fill(4),
    smdpSign: new Uint8Array(64).fill(9),
  }

  test('has its five components under the tags of the definition', () => {
    const expected = `bf2381ae820101${txidTlv}a610800188810110840880808080808080805f4941${'04'.repeat(65)}5f3740${'09'.repeat(64)}`
    expect(hex(initialiseSecureChannelRequest.encode(value))).toBe(expected)
    expect(initialiseSecureChannelRequest.decode(bytes(expected))).toEqual(value)
  })
})

describe('fields and bits of later versions', () => {
  const info2: EuiccInfo2 = {
    profileVersion: '2.3.1',
    svn: '2.2.2',
    euiccFirmwareVer: '4.6.0',
    extCardResource: bytes('810100820400049c6883022223'),
    uiccCapability: new Set(['usimSupport', 'akaMilenage']),
    rspCapability: new Set(['additionalProfile']),
    euiccCiPKIdListForVerification: [new Uint8Array(20).fill(1)],
    euiccCiPKIdListForSigning: [new Uint8Array(20).fill(2)],
    forbiddenProfilePolicyRules: new Set(['ppr1']),
    ppVersion: '1.0.0',
    sasAcreditationNumber: 'GI-BA-UP-0419',
  }

  test('EUICCInfo2 with fields of a later version decodes, and its bytes are retained', () => {
    const known = readTlv(euiccInfo2.encode(info2)).value
    const later = ['b003810101', 'b403020500', 'bf8d0a00'].map(bytes)
    const received = writeTlv(0xbf22, known, ...later)
    const decoded = raw(euiccInfo2).decode(received)
    expect(decoded.value).toEqual(info2)
    expect(hex(decoded.raw)).toBe(hex(received))
  })

  test('unknown capability bits are ignored', () => {
    const components = children(readTlv(euiccInfo2.encode(info2))).map((component) =>
      component.tag === 0x85 ? bytes('8508004fffffffffffff') : component.raw,
    )
    const decoded = euiccInfo2.decode(writeTlv(0xbf22, ...components))
    expect(decoded.uiccCapability.has('usimSupport')).toBe(true)
    expect(decoded.uiccCapability.has('contactlessSupport')).toBe(false)
  })

  test('EUICCInfo1 with unknown fields decodes', () => {
    const decoded = euiccInfo1.decode(bytes('bf201a 8203020300 a906 040401020304 aa06 040401020304 ab03810100'))
    expect(decoded.svn).toBe('2.3.0')
    expect(decoded.euiccCiPKIdListForSigning.map(hex)).toEqual(['01020304'])
  })

  test('DeviceInfo with unknown fields and an 8-byte TAC decodes', () => {
    const decoded = deviceInfo.decode(bytes('3019 80085329608000000000 a109 8103050000 9f220100 83028000'))
    expect(decoded.deviceCapabilities.utranSupportedRelease).toBe('5.0.0')
  })
})

describe('device information', () => {
  test('the TAC is read as the standard codes it and as printed', () => {
    expect(tacReadings(bytes('53926011'))).toEqual(['35290611', '53926011'])
    expect(tacReadings(tacToBytes(parseTac('35290611')))[0]).toBe('35290611')
    expect(tacReadings(bytes('ffffffff'))).toEqual([])
  })

  test('the IMEI is read with the check digit in either nibble', () => {
    expect(imeiDigits(bytes('539260113254768f'))).toBe('352906112345678')
    expect(imeiDigits(bytes('53926011325476f8'))).toBe('352906112345678')
    expect(imeiDigits(bytes('ffffffffffffffff'))).toBeUndefined()
  })

  test('its release is the highest of any radio access', () => {
    const releaseOf = (deviceCapabilities: object) => announcedRelease({ deviceCapabilities } as never)
    expect(releaseOf({ gsmSupportedRelease: '9.0.0', nr5gcSupportedRelease: '15.0.0', crlSupport: '2.5.0' })).toBe(15)
    expect(releaseOf({})).toBeUndefined()
  })

  test('card resources are read; malformed ones count as not reported', () => {
    expect(readCardResources(bytes('810103 82040004 9c68 83022223'.replaceAll(' ', '')))).toEqual({
      installedApplications: 3,
      freeNonVolatileBytes: 302184,
      freeVolatileBytes: 8739,
    })
    expect(readCardResources(bytes('8104'))).toEqual({})
    expect(readCardResources(bytes(''))).toEqual({})
  })

  test('versions compare numerically, not alphabetically', () => {
    expect(compareVersions('2.10.0', '2.9.9')).toBeGreaterThan(0)
    expect(compareVersions('2.2', '2.2.0')).toBe(0)
    expect(compareVersions('1.99.99', '2.0.0')).toBeLessThan(0)
  })
})

describe('malformed messages are refused with their path', () => {
  const refusal = (act: () => unknown) => {
    try {
      act()
    } catch (error) {
      if (error instanceof Asn1Error) return `${error.code} ${error.path}`
      throw error
    }
    return 'accepted'
  }

  test.each([
    [
      'a challenge of 15 bytes',
      serverSigned1,
      `3038${txidTlv}810f${'00'.repeat(15)}8301618410${'00'.repeat(16)}`,
      'bad_value ServerSigned1.euiccChallenge',
    ],
    [
      'no server address',
      serverSigned1,
      `3036${txidTlv}8110${'00'.repeat(16)}8410${'00'.repeat(16)}`,
      'missing ServerSigned1.serverAddress',
    ],
    [
      'a transaction id of 17 bytes',
      cancelSessionRequest,
      `bf4116 8011${'00'.repeat(17)} 810101`,
      'bad_value CancelSessionRequest.transactionId',
    ],
    ['bytes after the message', getEuiccDataRequest, 'bf3e035c015a00', 'trailing GetEuiccDataRequest'],
    ['another message', enableProfileRequest, 'bf3203800105', 'unexpected profile switch request'],
    ['an ICCID of 9 bytes', deleteProfileRequest, 'bf330b5a09980010325476981032', 'bad_value iccid'],
    [
      'a profile name of 65 characters',
      storeMetadataRequest,
      `bf2551 5a0a98001032547698103214 9100 9241${'41'.repeat(65)}`,
      'bad_value StoreMetadataRequest.profileName',
    ],
    ['no notification at all', pendingNotification, 'bf2f00', 'unexpected PendingNotification'],
  ] as [string, Codec<unknown>, string, string][])('%s', (_, codec, input, expected) => {
    expect(refusal(() => codec.decode(bytes(input)))).toBe(expected)
  })
})
