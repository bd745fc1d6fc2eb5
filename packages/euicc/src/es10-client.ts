/** ES10a, b, c as an LPA calls them: one function each, over an open channel to the ISD-R. */
import {
  type AuthenticateServerResponse,
  authenticateServerResponse,
  type CancelReason,
  type CancelSessionResponse,
  cancelSessionRequest,
  cancelSessionResponse,
  deleteProfileRequest,
  deleteProfileResponse,
  disableProfileRequest,
  disableProfileResponse,
  eidTag,
  enableProfileRequest,
  enableProfileResponse,
  euiccConfiguredAddressesRequest,
  euiccConfiguredAddressesResponse,
  getEuiccChallengeRequest,
  getEuiccChallengeResponse,
  getEuiccDataRequest,
  getEuiccDataResponse,
  getEuiccInfo1Request,
  notificationSentRequest,
  notificationSentResponse,
  type PendingNotification,
  type PrepareDownloadResponse,
  type ProfileInfo,
  prepareDownloadResponse,
  profileInfoListRequest,
  profileInfoListResponse,
  retrieveNotificationsListRequest,
  retrieveNotificationsListResponse,
  setDefaultDpAddressRequest,
  setDefaultDpAddressResponse,
  setNicknameRequest,
  setNicknameResponse,
} from '@simwright/rsp'
import type { IsdrChannel } from './card-connection.ts'

/** The eUICC answered with a result other than ok. */
export class Es10Refusal extends Error {
  readonly function: string
  readonly result: string
  constructor(name: string, result: string | number) {
    super(`${name} was answered ${result}`)
    this.name = 'Es10Refusal'
    this.function = name
    this.result = String(result)
  }
}

export async function readEid(isdr: IsdrChannel): Promise<Uint8Array> {
  const request = getEuiccDataRequest.encode({ tagList: Uint8Array.of(eidTag) })
  return getEuiccDataResponse.decode(await isdr.storeData(request)).eidValue
}

export async function readAddresses(isdr: IsdrChannel) {
  return euiccConfiguredAddressesResponse.decode(await isdr.storeData(euiccConfiguredAddressesRequest.encode({})))
}

export async function writeDefaultDpAddress(isdr: IsdrChannel, defaultDpAddress: string): Promise<void> {
  const answer = await isdr.storeData(setDefaultDpAddressRequest.encode({ defaultDpAddress }))
  const { setDefaultDpAddressResult } = setDefaultDpAddressResponse.decode(answer)
  if (setDefaultDpAddressResult !== 'ok') throw new Es10Refusal('SetDefaultDpAddress', setDefaultDpAddressResult)
}

/** EUICCInfo1, encoded: it goes to the server as it is. */
export function readInfo1(isdr: IsdrChannel): Promise<Uint8Array> {
  return isdr.storeData(getEuiccInfo1Request.encode({}))
}

export async function requestChallenge(isdr: IsdrChannel): Promise<Uint8Array> {
  return getEuiccChallengeResponse.decode(await isdr.storeData(getEuiccChallengeRequest.encode({}))).euiccChallenge
}

/** An answer of the eUICC that is relayed to the server: what it says, and its bytes. */
export type Relayed<T> = { readonly value: T; readonly raw: Uint8Array }

export async function authenticateServer(
  isdr: IsdrChannel,
  request: Uint8Array,
): Promise<Relayed<AuthenticateServerResponse>> {
  const raw = await isdr.storeData(request)
  return { value: authenticateServerResponse.decode(raw), raw }
}

export async function prepareDownload(
  isdr: IsdrChannel,
  request: Uint8Array,
): Promise<Relayed<PrepareDownloadResponse>> {
  const raw = await isdr.storeData(request)
  return { value: prepareDownloadResponse.decode(raw), raw }
}

export async function cancelSession(
  isdr: IsdrChannel,
  transactionId: Uint8Array,
  reason: CancelReason,
): Promise<Relayed<CancelSessionResponse>> {
  const raw = await isdr.storeData(cancelSessionRequest.encode({ transactionId, reason }))
  return { value: cancelSessionResponse.decode(raw), raw }
}

export async function listProfiles(isdr: IsdrChannel): Promise<readonly ProfileInfo[]> {
  const answer = profileInfoListResponse.decode(await isdr.storeData(profileInfoListRequest.encode({})))
  if (answer.kind === 'profileInfoListError') throw new Es10Refusal('GetProfilesInfo', answer.value)
  return answer.value
}

const identified = (iccid: string) => ({ kind: 'iccid', value: iccid }) as const

export async function enableProfile(isdr: IsdrChannel, iccid: string): Promise<void> {
  const request = enableProfileRequest.encode({ profileIdentifier: identified(iccid), refreshFlag: true })
  const { enableResult } = enableProfileResponse.decode(await isdr.storeData(request))
  if (enableResult !== 'ok') throw new Es10Refusal('EnableProfile', enableResult)
}

export async function disableProfile(isdr: IsdrChannel, iccid: string): Promise<void> {
  const request = disableProfileRequest.encode({ profileIdentifier: identified(iccid), refreshFlag: true })
  const { disableResult } = disableProfileResponse.decode(await isdr.storeData(request))
  if (disableResult !== 'ok') throw new Es10Refusal('DisableProfile', disableResult)
}

export async function deleteProfile(isdr: IsdrChannel, iccid: string): Promise<void> {
  const answer = await isdr.storeData(deleteProfileRequest.encode(identified(iccid)))
  const { deleteResult } = deleteProfileResponse.decode(answer)
  if (deleteResult !== 'ok') throw new Es10Refusal('DeleteProfile', deleteResult)
}

export async function setNickname(isdr: IsdrChannel, iccid: string, profileNickname: string): Promise<void> {
  const answer = await isdr.storeData(setNicknameRequest.encode({ iccid, profileNickname }))
  const { setNicknameResult } = setNicknameResponse.decode(answer)
  if (setNicknameResult !== 'ok') throw new Es10Refusal('SetNickname', setNicknameResult)
}

/** Everything the eUICC wants delivered, each as the bytes that go to the server. */
export async function retrieveNotifications(isdr: IsdrChannel): Promise<readonly Relayed<PendingNotification>[]> {
  const answer = retrieveNotificationsListResponse.decode(
    await isdr.storeData(retrieveNotificationsListRequest.encode({})),
  )
  if (answer.kind === 'error') throw new Es10Refusal('RetrieveNotificationsList', answer.value)
  return answer.value
}

export async function removeNotification(isdr: IsdrChannel, seqNumber: number): Promise<void> {
  const answer = await isdr.storeData(notificationSentRequest.encode({ seqNumber }))
  const { deleteNotificationStatus: status } = notificationSentResponse.decode(answer)
  if (status !== 'ok') throw new Es10Refusal('NotificationSent', status)
}
