/** ES10a, ES10b and ES10c for an LPA: one function each, over an open channel to the ISD-R (SGP.22 5.7). */
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

/** The eUICC answered `function` with a result other than ok. */
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

/** ES10c.GetEID (SGP.22 v2.5 5.7.20): the EID, 16 bytes. */
export async function readEid(isdr: IsdrChannel): Promise<Uint8Array> {
  const request = getEuiccDataRequest.encode({ tagList: Uint8Array.of(eidTag) })
  return getEuiccDataResponse.decode(await isdr.storeData(request)).eidValue
}

/** ES10a.GetEuiccConfiguredAddresses (SGP.22 v2.5 5.7.3). */
export async function readAddresses(isdr: IsdrChannel) {
  return euiccConfiguredAddressesResponse.decode(await isdr.storeData(euiccConfiguredAddressesRequest.encode({})))
}

/** ES10a.SetDefaultDpAddress (SGP.22 v2.5 5.7.4). An empty address removes it. @throws Es10Refusal */
export async function writeDefaultDpAddress(isdr: IsdrChannel, defaultDpAddress: string): Promise<void> {
  const answer = await isdr.storeData(setDefaultDpAddressRequest.encode({ defaultDpAddress }))
  const { setDefaultDpAddressResult } = setDefaultDpAddressResponse.decode(answer)
  if (setDefaultDpAddressResult !== 'ok') throw new Es10Refusal('SetDefaultDpAddress', setDefaultDpAddressResult)
}

/** ES10b.GetEUICCInfo (SGP.22 v2.5 5.7.8): EUICCInfo1, encoded, as the server needs it. */
export function readInfo1(isdr: IsdrChannel): Promise<Uint8Array> {
  return isdr.storeData(getEuiccInfo1Request.encode({}))
}

/** ES10b.GetEUICCChallenge (SGP.22 v2.5 5.7.7). The eUICC ends its open session. */
export async function requestChallenge(isdr: IsdrChannel): Promise<Uint8Array> {
  return getEuiccChallengeResponse.decode(await isdr.storeData(getEuiccChallengeRequest.encode({}))).euiccChallenge
}

/** An answer of the eUICC, decoded, with the bytes that are relayed to the server. */
export type Relayed<T> = { readonly value: T; readonly raw: Uint8Array }

/** ES10b.AuthenticateServer (SGP.22 v2.5 5.7.13). An error of the eUICC is returned, not thrown. */
export async function authenticateServer(
  isdr: IsdrChannel,
  request: Uint8Array,
): Promise<Relayed<AuthenticateServerResponse>> {
  const raw = await isdr.storeData(request)
  return { value: authenticateServerResponse.decode(raw), raw }
}

/** ES10b.PrepareDownload (SGP.22 v2.5 5.7.5). An error of the eUICC is returned, not thrown. */
export async function prepareDownload(
  isdr: IsdrChannel,
  request: Uint8Array,
): Promise<Relayed<PrepareDownloadResponse>> {
  const raw = await isdr.storeData(request)
  return { value: prepareDownloadResponse.decode(raw), raw }
}

/** ES10b.CancelSession (SGP.22 v2.5 5.7.14). An error of the eUICC is returned, not thrown. */
export async function cancelSession(
  isdr: IsdrChannel,
  transactionId: Uint8Array,
  reason: CancelReason,
): Promise<Relayed<CancelSessionResponse>> {
  const raw = await isdr.storeData(cancelSessionRequest.encode({ transactionId, reason }))
  return { value: cancelSessionResponse.decode(raw), raw }
}

/** ES10c.GetProfilesInfo (SGP.22 v2.5 5.7.15) with the default fields of all profiles. @throws Es10Refusal */
export async function listProfiles(isdr: IsdrChannel): Promise<readonly ProfileInfo[]> {
  const answer = profileInfoListResponse.decode(await isdr.storeData(profileInfoListRequest.encode({})))
  if (answer.kind === 'profileInfoListError') throw new Es10Refusal('GetProfilesInfo', answer.value)
  return answer.value
}

const byIccid = (iccid: string) => ({ kind: 'iccid', value: iccid }) as const

/** ES10c.EnableProfile (SGP.22 v2.5 5.7.16). @throws Es10Refusal */
export async function enableProfile(isdr: IsdrChannel, iccid: string): Promise<void> {
  const request = enableProfileRequest.encode({ profileIdentifier: byIccid(iccid), refreshFlag: true })
  const { enableResult } = enableProfileResponse.decode(await isdr.storeData(request))
  if (enableResult !== 'ok') throw new Es10Refusal('EnableProfile', enableResult)
}

/** ES10c.DisableProfile (SGP.22 v2.5 5.7.17). @throws Es10Refusal */
export async function disableProfile(isdr: IsdrChannel, iccid: string): Promise<void> {
  const request = disableProfileRequest.encode({ profileIdentifier: byIccid(iccid), refreshFlag: true })
  const { disableResult } = disableProfileResponse.decode(await isdr.storeData(request))
  if (disableResult !== 'ok') throw new Es10Refusal('DisableProfile', disableResult)
}

/** ES10c.DeleteProfile (SGP.22 v2.5 5.7.18). @throws Es10Refusal */
export async function deleteProfile(isdr: IsdrChannel, iccid: string): Promise<void> {
  const answer = await isdr.storeData(deleteProfileRequest.encode(byIccid(iccid)))
  const { deleteResult } = deleteProfileResponse.decode(answer)
  if (deleteResult !== 'ok') throw new Es10Refusal('DeleteProfile', deleteResult)
}

/** ES10c.SetNickname (SGP.22 v2.5 5.7.21). An empty nickname removes it. @throws Es10Refusal */
export async function setNickname(isdr: IsdrChannel, iccid: string, profileNickname: string): Promise<void> {
  const answer = await isdr.storeData(setNicknameRequest.encode({ iccid, profileNickname }))
  const { setNicknameResult } = setNicknameResponse.decode(answer)
  if (setNicknameResult !== 'ok') throw new Es10Refusal('SetNickname', setNicknameResult)
}

/** ES10b.RetrieveNotificationsList (SGP.22 v2.5 5.7.10): all stored notifications. @throws Es10Refusal */
export async function retrieveNotifications(isdr: IsdrChannel): Promise<readonly Relayed<PendingNotification>[]> {
  const answer = retrieveNotificationsListResponse.decode(
    await isdr.storeData(retrieveNotificationsListRequest.encode({})),
  )
  if (answer.kind === 'error') throw new Es10Refusal('RetrieveNotificationsList', answer.value)
  return answer.value
}

/** ES10b.RemoveNotificationFromList (SGP.22 v2.5 5.7.11). @throws Es10Refusal if the eUICC has no such notification */
export async function removeNotification(isdr: IsdrChannel, seqNumber: number): Promise<void> {
  const answer = await isdr.storeData(notificationSentRequest.encode({ seqNumber }))
  const { deleteNotificationStatus: status } = notificationSentResponse.decode(answer)
  if (status !== 'ok') throw new Es10Refusal('NotificationSent', status)
}
