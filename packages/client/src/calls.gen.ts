// Generated from the contract by npm run generate.

export type Calls = {
  /** Approve a request of another person. With a session, the identity must have been confirmed recently */
  '/approval/approve': { input: { id: string; version: number; comment?: string }; output: { version: number; startsAt: string } }
  /** Withdraw your own request, or what you approved, before the work starts */
  '/approval/cancel': { input: { id: string }; output: Record<string, never> }
  /** Say why: the comment of your own request, while it waits */
  '/approval/comment': { input: { id: string; version: number; comment: string }; output: { version: number } }
  /** One request for approval */
  '/approval/get': { input: { id: string }; output: ApprovalRequest }
  /** Keep approval on that an owner wants to switch off */
  '/approval/keepOn': { input: { version: number }; output: { version: number } }
  /** Requests for approval: your own, and all of them with the permission to see them; newest first */
  '/approval/list': { input: { filter?: { which?: 'waiting' | 'mine'; state?: readonly ('PENDING' | 'APPROVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED' | 'DONE' | 'FAILED')[]; operation?: readonly ('REMOVE' | 'BLOCK' | 'RECYCLE' | 'EXPORT' | 'GENERATE' | 'KEY_ROTATE' | 'KEY_NEW' | 'ROLE' | 'POLICY')[] }; sort?: { by: 'requestedAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly ApprovalRequest[]; next: string | null; total: number; capped: boolean } }
  /** The profiles of a request as they were when it was made, by line */
  '/approval/objects': { input: { id: string; cursor?: string; limit?: number }; output: { items: readonly { line: number; profileId: string; iccid: string; state: string }[]; next: string | null } }
  /** Which operations need the approval of a second person, and who may approve */
  '/approval/policy': { input: Record<string, never>; output: { rules: readonly { operation: 'REMOVE' | 'BLOCK' | 'RECYCLE' | 'EXPORT' | 'GENERATE' | 'KEY_ROTATE' | 'KEY_NEW' | 'ROLE'; over: number }[]; approvers: readonly string[]; expiryHours: number; windowMinutes: number; version: number; changedAt: string | null; changedBy: string | null; possible: readonly { userId: string; name: string }[]; isStuck: boolean; offDueAt: string | null; offAskedBy: string | null } }
  /** Refuse a request of another person */
  '/approval/refuse': { input: { id: string; version: number; comment?: string }; output: { version: number } }
  /** Set which operations need approval. Switching off, raising a limit and changing the approvers need approval themselves */
  '/approval/setPolicy': { input: { version: number; fields: ApprovalPolicyFields }; output: { version: number } }
  /** How many requests the caller may approve now, up to 100 */
  '/approval/waiting': { input: Record<string, never>; output: { count: number } }
  /** Add an attribute */
  '/attribute/add': { input: { fields: NewAttribute }; output: { id: string } }
  /** Change name, choices and whether an attribute is required. A choice that profiles have must stay */
  '/attribute/edit': { input: { id: string; version: number; fields: AttributeFields }; output: { version: number } }
  /** The attributes of profiles in their order; on request with their number of profiles */
  '/attribute/list': { input: { counts?: boolean }; output: { items: readonly Attribute[] } }
  /** How many profiles would keep their value under another type of an attribute, and how many would lose it */
  '/attribute/previewRetype': { input: { id: string; version: number; kind: 'text' | 'number' | 'date' | 'choice' | 'link'; choices?: readonly string[] }; output: { kept: number; lost: number; examples: readonly string[] } }
  /** Delete an attribute with all its values */
  '/attribute/remove': { input: { id: string; version: number }; output: Record<string, never> }
  /** Put the attributes in another order */
  '/attribute/reorder': { input: { ids: readonly string[] }; output: Record<string, never> }
  /** Change the type of an attribute. Values that do not fit are deleted: `previewRetype` counts them */
  '/attribute/retype': { input: { id: string; version: number; kind: 'text' | 'number' | 'date' | 'choice' | 'link'; choices?: readonly string[] }; output: Record<string, never> }
  /** The entries that match a filter as CSV, oldest first */
  '/audit/export': { input: { filter?: { search?: string; actor?: readonly ('PERSON' | 'KEY' | 'STAFF' | 'SYSTEM')[]; actorId?: string; action?: readonly ('account.opened' | 'account.edited' | 'account.passwordChanged' | 'account.passwordReset' | 'account.deletionRequested' | 'account.deletionCancelled' | 'account.deleted' | 'account.dataExported' | 'account.appAdded' | 'account.appRemoved' | 'account.passkeyAdded' | 'account.passkeyRenamed' | 'account.passkeyRemoved' | 'account.recoveryCodesRenewed' | 'account.recoveryCodeUsed' | 'account.identityLinked' | 'account.identityUnlinked' | 'session.opened' | 'session.ended' | 'session.endedOne' | 'session.endedElsewhere' | 'enterprise.opened' | 'enterprise.edited' | 'enterprise.closed' | 'enterprise.deletionRequested' | 'enterprise.deletionCancelled' | 'enterprise.deleted' | 'enterprise.exportStarted' | 'enterprise.exportDownloaded' | 'enterprise.exportRemoved' | 'enterprise.arrived' | 'enterprise.logoChanged' | 'enterprise.endUserPageEdited' | 'enterprise.endUserTextsReset' | 'enterprise.suspended' | 'enterprise.resumed' | 'enterprise.restored' | 'enterprise.heldReleased' | 'enterprise.visited' | 'enterprise.visitEnded' | 'enterprise.noteAdded' | 'enterprise.noteRemoved' | 'enterprise.iccidsReleased' | 'enterprise.iccidsAssigned' | 'enterprise.iccidsMoved' | 'enterprise.thresholdSet' | 'enterprise.secondFactorDemanded' | 'enterprise.keyErasureSet' | 'profile.keysErased' | 'invitation.added' | 'invitation.stopped' | 'invitation.used' | 'member.invited' | 'member.invitedAgain' | 'member.joined' | 'member.roleChanged' | 'member.groupsChanged' | 'member.deactivated' | 'member.reactivated' | 'member.removed' | 'member.left' | 'member.declined' | 'member.exported' | 'announcement.added' | 'announcement.edited' | 'announcement.withdrawn' | 'audit.exported' | 'staff.added' | 'staff.removed' | 'role.added' | 'role.edited' | 'role.removed' | 'sso.saved' | 'sso.tested' | 'sso.removed' | 'domain.added' | 'domain.proved' | 'domain.removed' | 'provider.saved' | 'configuration.added' | 'configuration.edited' | 'configuration.adviceSilenced' | 'configuration.removed' | 'applet.uploaded' | 'applet.removed' | 'source.uploaded' | 'source.discarded' | 'batch.started' | 'batch.keysHandedOut' | 'batch.cancelled' | 'batch.resultExported' | 'block.added' | 'block.edited' | 'block.freed' | 'qr.added' | 'qr.edited' | 'qr.removed' | 'qr.standardChosen' | 'qr.logoUploaded' | 'codes.written' | 'codes.downloaded' | 'profile.mailed' | 'profile.changed' | 'profile.pageClosed' | 'profile.pageOpened' | 'campaign.added' | 'campaign.edited' | 'campaign.filled' | 'campaign.emptied' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.ended' | 'campaign.recycled' | 'campaign.removed' | 'campaign.reportExported' | 'delivery.planned' | 'delivery.edited' | 'delivery.moved' | 'delivery.canceled' | 'delivery.sent' | 'voucher.added' | 'voucher.edited' | 'voucher.labelsExported' | 'voucher.codesExported' | 'voucher.reportExported' | 'voucher.revoked' | 'voucher.batchRevoked' | 'approval.policyChanged' | 'approval.offAsked' | 'approval.offKept' | 'approval.requested' | 'approval.commented' | 'approval.approved' | 'approval.refused' | 'approval.canceled' | 'approval.expired' | 'approval.executed' | 'approval.failed' | 'rule.added' | 'rule.edited' | 'rule.paused' | 'rule.resumed' | 'rule.removed' | 'rule.stopped' | 'rule.acted' | 'push.added' | 'push.withdrawn' | 'key.made' | 'key.rotated' | 'webhook.added' | 'webhook.edited' | 'webhook.rotated' | 'webhook.stateChanged' | 'webhook.switchedOff' | 'webhook.removed' | 'webhook.tested' | 'webhook.replayed' | 'group.added' | 'group.edited' | 'group.removed' | 'tag.added' | 'tag.edited' | 'tag.merged' | 'tag.removed' | 'attribute.added' | 'attribute.edited' | 'attribute.retyped' | 'attribute.reordered' | 'attribute.removed' | 'group.defaultsSet' | 'group.ruleAdded' | 'group.ruleRemoved' | 'operation.started' | 'operation.finished' | 'operation.cancelled' | 'operation.resultExported' | 'fleet.setFree' | 'log.exported' | 'recycle.simulated' | 'virtualPhone.opened' | 'virtualPhone.closed' | 'lease.lent' | 'lease.edited' | 'lease.ended' | 'profile.leakDismissed' | 'comment.added' | 'comment.edited' | 'comment.removed' | 'comment.exported' | 'view.shared' | 'view.edited' | 'view.removed' | 'report.exported' | 'report.saved' | 'report.edited' | 'report.removed' | 'report.scheduled' | 'report.scheduleEdited' | 'report.scheduleRemoved' | 'report.scheduleStopped' | 'apiKey.created' | 'apiKey.edited' | 'apiKey.rotated' | 'apiKey.secretEnded' | 'apiKey.revoked' | 'apiKey.deviceRefused' | 'report.sent' | 'fleet.exported' | 'fleet.exportDownloaded' | 'feedback.sent' | 'feedback.answered' | 'feedback.accepted' | 'order.paymentReturned' | 'order.cardSaved' | 'order.cardRemoved' | 'order.trialStarted' | 'order.created' | 'order.paid' | 'order.cancelled' | 'order.refunded' | 'order.proofGiven' | 'order.confirmed' | 'order.rejected' | 'order.addedByStaff' | 'order.refundNoted' | 'order.capRaised' | 'subscription.cancelled' | 'subscription.renewalSwitched' | 'order.given' | 'order.trialGranted' | 'order.trialExtended' | 'sample.removed' | 'platform.added' | 'platform.edited' | 'platform.appletSupplied' | 'platform.appletRemoved' | 'legal.published' | 'legal.withdrawn' | 'plan.edited' | 'seller.edited' | 'discount.added' | 'discount.edited' | 'discount.stopped' | 'mail.retried' | 'tac.added' | 'tac.edited' | 'tac.removed' | 'tac.imported' | 'tac.exported' | 'credential.created' | 'credential.rotated' | 'credential.previousEnded' | 'credential.revoked' | 'es2plus.registered' | 'es2plus.challenged' | 'es2plus.proven' | 'es2plus.displaced' | 'es2plus.edited' | 'es2plus.removed' | 'es2plus.ordered' | 'es2plus.confirmed' | 'es2plus.released' | 'es2plus.canceled' | 'es2plus.expired')[]; object?: readonly ('account' | 'session' | 'enterprise' | 'announcement' | 'invitation' | 'member' | 'role' | 'sso' | 'domain' | 'provider' | 'configuration' | 'applet' | 'source' | 'batch' | 'key' | 'block' | 'group' | 'tag' | 'attribute' | 'operation' | 'feedback' | 'order' | 'platform' | 'mail' | 'campaign' | 'delivery' | 'voucher' | 'comment' | 'rule' | 'approval' | 'plan' | 'discount' | 'recycling' | 'profile' | 'lease' | 'push' | 'qr' | 'tac' | 'view' | 'report' | 'apiKey' | 'webhook' | 'credential' | 'operator')[]; objectId?: string; from?: string; to?: string } }; output: Blob }
  /** One entry of the audit log by its number */
  '/audit/get': { input: { number: number }; output: AuditEntry }
  /** Audit entries: what was changed, by whom, from where; newest first */
  '/audit/list': { input: { filter?: { search?: string; actor?: readonly ('PERSON' | 'KEY' | 'STAFF' | 'SYSTEM')[]; actorId?: string; action?: readonly ('account.opened' | 'account.edited' | 'account.passwordChanged' | 'account.passwordReset' | 'account.deletionRequested' | 'account.deletionCancelled' | 'account.deleted' | 'account.dataExported' | 'account.appAdded' | 'account.appRemoved' | 'account.passkeyAdded' | 'account.passkeyRenamed' | 'account.passkeyRemoved' | 'account.recoveryCodesRenewed' | 'account.recoveryCodeUsed' | 'account.identityLinked' | 'account.identityUnlinked' | 'session.opened' | 'session.ended' | 'session.endedOne' | 'session.endedElsewhere' | 'enterprise.opened' | 'enterprise.edited' | 'enterprise.closed' | 'enterprise.deletionRequested' | 'enterprise.deletionCancelled' | 'enterprise.deleted' | 'enterprise.exportStarted' | 'enterprise.exportDownloaded' | 'enterprise.exportRemoved' | 'enterprise.arrived' | 'enterprise.logoChanged' | 'enterprise.endUserPageEdited' | 'enterprise.endUserTextsReset' | 'enterprise.suspended' | 'enterprise.resumed' | 'enterprise.restored' | 'enterprise.heldReleased' | 'enterprise.visited' | 'enterprise.visitEnded' | 'enterprise.noteAdded' | 'enterprise.noteRemoved' | 'enterprise.iccidsReleased' | 'enterprise.iccidsAssigned' | 'enterprise.iccidsMoved' | 'enterprise.thresholdSet' | 'enterprise.secondFactorDemanded' | 'enterprise.keyErasureSet' | 'profile.keysErased' | 'invitation.added' | 'invitation.stopped' | 'invitation.used' | 'member.invited' | 'member.invitedAgain' | 'member.joined' | 'member.roleChanged' | 'member.groupsChanged' | 'member.deactivated' | 'member.reactivated' | 'member.removed' | 'member.left' | 'member.declined' | 'member.exported' | 'announcement.added' | 'announcement.edited' | 'announcement.withdrawn' | 'audit.exported' | 'staff.added' | 'staff.removed' | 'role.added' | 'role.edited' | 'role.removed' | 'sso.saved' | 'sso.tested' | 'sso.removed' | 'domain.added' | 'domain.proved' | 'domain.removed' | 'provider.saved' | 'configuration.added' | 'configuration.edited' | 'configuration.adviceSilenced' | 'configuration.removed' | 'applet.uploaded' | 'applet.removed' | 'source.uploaded' | 'source.discarded' | 'batch.started' | 'batch.keysHandedOut' | 'batch.cancelled' | 'batch.resultExported' | 'block.added' | 'block.edited' | 'block.freed' | 'qr.added' | 'qr.edited' | 'qr.removed' | 'qr.standardChosen' | 'qr.logoUploaded' | 'codes.written' | 'codes.downloaded' | 'profile.mailed' | 'profile.changed' | 'profile.pageClosed' | 'profile.pageOpened' | 'campaign.added' | 'campaign.edited' | 'campaign.filled' | 'campaign.emptied' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.ended' | 'campaign.recycled' | 'campaign.removed' | 'campaign.reportExported' | 'delivery.planned' | 'delivery.edited' | 'delivery.moved' | 'delivery.canceled' | 'delivery.sent' | 'voucher.added' | 'voucher.edited' | 'voucher.labelsExported' | 'voucher.codesExported' | 'voucher.reportExported' | 'voucher.revoked' | 'voucher.batchRevoked' | 'approval.policyChanged' | 'approval.offAsked' | 'approval.offKept' | 'approval.requested' | 'approval.commented' | 'approval.approved' | 'approval.refused' | 'approval.canceled' | 'approval.expired' | 'approval.executed' | 'approval.failed' | 'rule.added' | 'rule.edited' | 'rule.paused' | 'rule.resumed' | 'rule.removed' | 'rule.stopped' | 'rule.acted' | 'push.added' | 'push.withdrawn' | 'key.made' | 'key.rotated' | 'webhook.added' | 'webhook.edited' | 'webhook.rotated' | 'webhook.stateChanged' | 'webhook.switchedOff' | 'webhook.removed' | 'webhook.tested' | 'webhook.replayed' | 'group.added' | 'group.edited' | 'group.removed' | 'tag.added' | 'tag.edited' | 'tag.merged' | 'tag.removed' | 'attribute.added' | 'attribute.edited' | 'attribute.retyped' | 'attribute.reordered' | 'attribute.removed' | 'group.defaultsSet' | 'group.ruleAdded' | 'group.ruleRemoved' | 'operation.started' | 'operation.finished' | 'operation.cancelled' | 'operation.resultExported' | 'fleet.setFree' | 'log.exported' | 'recycle.simulated' | 'virtualPhone.opened' | 'virtualPhone.closed' | 'lease.lent' | 'lease.edited' | 'lease.ended' | 'profile.leakDismissed' | 'comment.added' | 'comment.edited' | 'comment.removed' | 'comment.exported' | 'view.shared' | 'view.edited' | 'view.removed' | 'report.exported' | 'report.saved' | 'report.edited' | 'report.removed' | 'report.scheduled' | 'report.scheduleEdited' | 'report.scheduleRemoved' | 'report.scheduleStopped' | 'apiKey.created' | 'apiKey.edited' | 'apiKey.rotated' | 'apiKey.secretEnded' | 'apiKey.revoked' | 'apiKey.deviceRefused' | 'report.sent' | 'fleet.exported' | 'fleet.exportDownloaded' | 'feedback.sent' | 'feedback.answered' | 'feedback.accepted' | 'order.paymentReturned' | 'order.cardSaved' | 'order.cardRemoved' | 'order.trialStarted' | 'order.created' | 'order.paid' | 'order.cancelled' | 'order.refunded' | 'order.proofGiven' | 'order.confirmed' | 'order.rejected' | 'order.addedByStaff' | 'order.refundNoted' | 'order.capRaised' | 'subscription.cancelled' | 'subscription.renewalSwitched' | 'order.given' | 'order.trialGranted' | 'order.trialExtended' | 'sample.removed' | 'platform.added' | 'platform.edited' | 'platform.appletSupplied' | 'platform.appletRemoved' | 'legal.published' | 'legal.withdrawn' | 'plan.edited' | 'seller.edited' | 'discount.added' | 'discount.edited' | 'discount.stopped' | 'mail.retried' | 'tac.added' | 'tac.edited' | 'tac.removed' | 'tac.imported' | 'tac.exported' | 'credential.created' | 'credential.rotated' | 'credential.previousEnded' | 'credential.revoked' | 'es2plus.registered' | 'es2plus.challenged' | 'es2plus.proven' | 'es2plus.displaced' | 'es2plus.edited' | 'es2plus.removed' | 'es2plus.ordered' | 'es2plus.confirmed' | 'es2plus.released' | 'es2plus.canceled' | 'es2plus.expired')[]; object?: readonly ('account' | 'session' | 'enterprise' | 'announcement' | 'invitation' | 'member' | 'role' | 'sso' | 'domain' | 'provider' | 'configuration' | 'applet' | 'source' | 'batch' | 'key' | 'block' | 'group' | 'tag' | 'attribute' | 'operation' | 'feedback' | 'order' | 'platform' | 'mail' | 'campaign' | 'delivery' | 'voucher' | 'comment' | 'rule' | 'approval' | 'plan' | 'discount' | 'recycling' | 'profile' | 'lease' | 'push' | 'qr' | 'tac' | 'view' | 'report' | 'apiKey' | 'webhook' | 'credential' | 'operator')[]; objectId?: string; from?: string; to?: string }; sort?: { by: 'number'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly AuditEntry[]; next: string | null; total: number; capped: boolean } }
  /** Check that no entry was altered, removed or moved */
  '/audit/verify': { input: Record<string, never>; output: AuditCheck }
  /** Block devices from downloading */
  '/block/add': { input: { kind: 'EID' | 'EID_RANGE' | 'TAC'; values: readonly string[]; note?: string }; output: { added: number; existing: number } }
  /** Unblock devices */
  '/block/delete': { input: { ids: readonly string[] }; output: { removed: number } }
  /** Block a profile's device: only this one, or all of its type */
  '/block/device': { input: { profileId: string; kind: 'EID' | 'TAC'; note?: string }; output: { added: number; existing: number; value: string } }
  /** Change the note */
  '/block/edit': { input: { id: string; version: number; fields: BlockFields }; output: { version: number } }
  /** Refusals of blocked devices, newest first */
  '/block/hits': { input: { filter?: { blockId?: string; eid?: string; from?: string; to?: string }; sort?: { by: 'at'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly BlockHit[]; next: string | null; total: number; capped: boolean } }
  /** Blocked EIDs, EID ranges and TACs */
  '/block/list': { input: { filter?: { search?: string; kind?: readonly ('EID' | 'EID_RANGE' | 'TAC')[] }; sort?: { by: 'createdAt' | 'value'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Block[]; next: string | null; total: number; capped: boolean } }
  /** Those of these profiles whose device is blocked, each with the rule that blocks it */
  '/block/ofProfiles': { input: { profileIds: readonly string[] }; output: { items: readonly ProfileBlock[] } }
  /** The first 100 profiles on devices that a rule blocks */
  '/block/profiles': { input: { id: string }; output: { items: readonly { id: string; iccid: string; eid: string; device: string }[]; more: boolean } }
  /** Block devices by a CSV file with the column VALUE and optionally TYPE and NOTE; faulty lines are skipped and reported */
  '/block/upload': { input: BlockFields; output: { added: number; existing: number; faulty: number; faults: readonly { line: number; value: string; text: string }[] } }
  /** Create a campaign, as a draft without profiles */
  '/campaign/add': { input: { fields: CampaignFields }; output: { id: string } }
  /** Delete a draft or an ended campaign */
  '/campaign/delete': { input: { id: string; version: number }; output: Record<string, never> }
  /** Change a campaign; its configuration only while it has no profiles, its start only before its start */
  '/campaign/edit': { input: { id: string; version: number; fields: CampaignFields }; output: { version: number } }
  /** End the campaign permanently; remaining profiles return to their own codes */
  '/campaign/end': { input: { id: string; version: number }; output: { version: number; leftOver: number } }
  /** Add profiles of a filter to the campaign; their own codes are closed while they are in it */
  '/campaign/fill': { input: { id: string; filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; most?: number }; output: { added: number } }
  /** One campaign with its code and its counters */
  '/campaign/get': { input: { id: string }; output: Campaign }
  /** Campaigns, newest first */
  '/campaign/list': { input: { filter?: { search?: string; state?: readonly ('DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'PAUSED' | 'ENDED')[] }; sort?: { by: 'createdAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly CampaignRow[]; next: string | null; total: number; capped: boolean } }
  /** The campaign with its counters, once at first and at each change */
  '/campaign/live': { input: { id: string }; output: Campaign }
  /** Results of a campaign: its profiles by status, and why devices were refused */
  '/campaign/outcome': { input: { id: string }; output: CampaignOutcome }
  /** Pause the campaign: no device can download */
  '/campaign/pause': { input: { id: string; version: number }; output: { version: number } }
  /** How many profiles of a filter can be added to the campaign, and why others cannot */
  '/campaign/preview': { input: { id: string; filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string } }; output: { fit: number; capped: boolean; unfit: readonly { reason: 'CONFIGURATION' | 'STATE' | 'USED' | 'BOUND' | 'VOUCHER' | 'ROTATION' | 'CAMPAIGN' | 'EXPIRED'; count: number }[] } }
  /** The same for a new campaign of a configuration */
  '/campaign/previewNew': { input: { configurationId: string; filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string } }; output: { fit: number; capped: boolean; unfit: readonly { reason: 'CONFIGURATION' | 'STATE' | 'USED' | 'BOUND' | 'VOUCHER' | 'ROTATION' | 'CAMPAIGN' | 'EXPIRED'; count: number }[] } }
  /** Recycle the downloaded profiles of an ended campaign, in the background; `recycling` of the campaign has the progress */
  '/campaign/recycle': { input: { id: string }; output: { profiles: number } }
  /** Refused devices, newest first */
  '/campaign/refusals': { input: { filter?: { id?: string }; sort?: { by: 'at'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly CampaignRefusal[]; next: string | null; total: number; capped: boolean } }
  /** Each refused device, with the reason, as CSV */
  '/campaign/refusals/report': { input: { id: string }; output: Blob }
  /** Each downloaded profile, with its device and status, as CSV */
  '/campaign/report': { input: { id: string }; output: Blob }
  /** Resume the campaign */
  '/campaign/resume': { input: { id: string; version: number }; output: { version: number } }
  /** Start the campaign; it is SCHEDULED until its start time */
  '/campaign/start': { input: { id: string; version: number }; output: { version: number } }
  /** Remove free profiles from the campaign; their own codes are valid again */
  '/campaign/takeout': { input: { id: string; most?: number }; output: { removed: number } }
  /** Downloaded profiles, by hour of the last two days or by day of the whole time */
  '/campaign/trend': { input: { id: string; by: 'hour' | 'day' }; output: { points: readonly { at: string; count: number }[] } }
  /** Comment on an object; people who are mentioned are notified */
  '/comment/add': { input: { kind: 'PROFILE' | 'BATCH' | 'CAMPAIGN' | 'ORDER'; objectId: string; text: CommentText }; output: { id: string } }
  /** Change the text of a comment of your own; people whom it newly mentions are notified */
  '/comment/edit': { input: { id: string; version: number; text: CommentText }; output: { version: number } }
  /** The comments on an object, or all that the caller sees, as CSV, oldest first */
  '/comment/export': { input: { kind?: 'PROFILE' | 'BATCH' | 'CAMPAIGN' | 'ORDER'; objectId?: string }; output: Blob }
  /** One comment */
  '/comment/get': { input: { id: string }; output: Comment }
  /** The comments on an object, newest first */
  '/comment/list': { input: { kind: 'PROFILE' | 'BATCH' | 'CAMPAIGN' | 'ORDER'; objectId: string; cursor?: string; limit?: number }; output: { items: readonly Comment[]; next: string | null; total: number } }
  /** Members who may see an object, and so can be mentioned in its comments */
  '/comment/people': { input: { kind: 'PROFILE' | 'BATCH' | 'CAMPAIGN' | 'ORDER'; objectId: string; search?: string }; output: { items: readonly { userId: string; name: string; email: string }[] } }
  /** Delete the text of a comment permanently; that it was deleted, and by whom, remains visible */
  '/comment/remove': { input: { id: string; version: number }; output: Record<string, never> }
  /** Create a profile configuration */
  '/configuration/add': { input: { fields: NewConfigurationFields; silenced?: readonly ('test-network' | 'unknown-mcc' | 'mnc-length' | 'no-ehplmn' | 'ehplmn-without-home' | 'home-preferred' | 'forbidden-preferred' | 'rplmn-forbidden' | 'network-twice' | 'long-list' | 'imsi-not-home' | 'iccid-country' | 'spn-cut' | 'network-name-hidden' | 'smsp-national' | 'device-change-unused' | 'suci-profile-b' | 'suci-by-usim' | 'suci-in-clear' | 'published-key' | 'no-5g-access' | 'package-version' | 'mnc-length-other' | 'operation-mode' | 'emergency-number-twice' | 'ims-without-lte' | 'no-access-rule' | 'public-certificate')[] }; output: { id: string } }
  /** Delete an applet file; refused while a version of a profile configuration names it */
  '/configuration/applet/delete': { input: { id: string }; output: Record<string, never> }
  /** The applet files of the enterprise account, newest first */
  '/configuration/applet/list': { input: Record<string, never>; output: { items: readonly AppletFile[] } }
  /** Upload a CAP or IJC file, up to 512 KiB and 1 MiB unpacked; it is checked, sealed and never run */
  '/configuration/applet/upload': { input: { replaces?: string }; output: AppletFile }
  /** Delete a profile configuration; its profiles keep their version */
  '/configuration/delete': { input: { id: string; version: number }; output: Record<string, never> }
  /** Edit a profile configuration: creates a new version; existing profiles keep theirs */
  '/configuration/edit': { input: { id: string; version: number; fields: ConfigurationFields }; output: { version: number } }
  /** One profile configuration with all its fields */
  '/configuration/get': { input: { id: string }; output: Configuration }
  /** Profile configurations, newest first */
  '/configuration/list': { input: { filter?: { name?: string; packages?: 'built' | 'supplied' }; sort?: { by: 'updatedAt' | 'name'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly ConfigurationRow[]; next: string | null; total: number; capped: boolean } }
  /** Silence rules of the preflight adviser for a profile configuration; the list replaces the previous one */
  '/configuration/silence': { input: { id: string; silenced: readonly ('test-network' | 'unknown-mcc' | 'mnc-length' | 'no-ehplmn' | 'ehplmn-without-home' | 'home-preferred' | 'forbidden-preferred' | 'rplmn-forbidden' | 'network-twice' | 'long-list' | 'imsi-not-home' | 'iccid-country' | 'spn-cut' | 'network-name-hidden' | 'smsp-national' | 'device-change-unused' | 'suci-profile-b' | 'suci-by-usim' | 'suci-in-clear' | 'published-key' | 'no-5g-access' | 'package-version' | 'mnc-length-other' | 'operation-mode' | 'emergency-number-twice' | 'ims-without-lte' | 'no-access-rule' | 'public-certificate')[] }; output: Record<string, never> }
  /** Where a profile configuration is used: its newest batches and campaigns */
  '/configuration/usage': { input: { id: string }; output: ConfigurationUsage }
  /** One version of a profile configuration with all its fields */
  '/configuration/version/get': { input: { id: string; version: number }; output: { version: number; fields: StoredConfiguration; confirmationCodeSet: boolean } }
  /** The versions of a profile configuration, newest first */
  '/configuration/version/list': { input: { id: string; before?: number }; output: { items: readonly ConfigurationVersionRow[]; hasMore: boolean } }
  /** Save an older version again as the newest one; refused if no profile can be built from it any more */
  '/configuration/version/restore': { input: { id: string; version: number; restored: number }; output: { version: number } }
  /** One version of a profile configuration as a YAML document, without its write-only values */
  '/configuration/yaml/export': { input: { id: string; version: number }; output: { fileName: string; yaml: string } }
  /** Save a YAML document as a new profile configuration, or as a new version of an existing one */
  '/configuration/yaml/import': { input: { yaml: string; into?: { id: string; version: number } }; output: { id: string; version: number } }
  /** How a YAML document would change the profile configuration of its name; saves nothing */
  '/configuration/yaml/plan': { input: { yaml: string }; output: { name: string; id: string | null; version: number | null; changes: readonly YamlChange[]; codeNotCompared: boolean } }
  /** What happened in a range of days by device, configuration version, region or reason, most frequent first */
  '/dashboard/breakdown': { input: { range?: DashboardRange; by: 'brand' | 'model' | 'version' | 'region' | 'reason' }; output: { range: { firstDay: string; lastDay: string; from: string; to: string }; rows: readonly { dimension: string; name: string | null; downloaded: number; installed: number; failed: number; refused: number }[] } }
  /** What happened in a range of days and in the range before it, in the time zone of the caller */
  '/dashboard/range': { input: { range?: DashboardRange; step?: 'day' | 'month' }; output: { asOf: string; range: { firstDay: string; lastDay: string; from: string; to: string }; before: { firstDay: string; lastDay: string; from: string; to: string }; totals: { downloaded: number; installed: number; failed: number; generated: number; opened: number; authenticated: number; redownloaded: number; firstEnabled: number }; totalsBefore: { downloaded: number; installed: number; failed: number }; step: 'hour' | 'day' | 'month'; points: readonly { period: string; from: string; to: string; generated: number; downloads: number; redownloads: number; installs: number; errors: number }[] } }
  /** Figures of the dashboard, in the time zone of the caller */
  '/dashboard/summary': { input: Record<string, never>; output: { asOf: string; ranges: { today: { from: string; to: string }; yesterday: { from: string; to: string }; month: { from: string; to: string }; lastMonth: { from: string; to: string }; days30: { from: string; to: string }; before30: { from: string; to: string } }; downloadsToday: { value: number; before: number }; downloadsMonth: { value: number; before: number }; availableToday: number; redownloadsMonth: { value: number; before: number }; growthRate: number | null; successRate: number | null; statuses: readonly { status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; count: number }[]; brands: readonly { brand: string; count: number }[]; sample: boolean } }
  /** Add a style preset; refused when its QR code cannot be read back */
  '/delivery/addPreset': { input: { fields: { name: string; style: QrStyle; logoId?: string | null } }; output: { id: string } }
  /** Delete a style preset; the fixed default replaces it */
  '/delivery/deletePreset': { input: { id: string }; output: Record<string, never> }
  /** Change a style preset; refused when its QR code cannot be read back */
  '/delivery/editPreset': { input: { id: string; version: number; fields: { name: string; style: QrStyle; logoId?: string | null } }; output: { version: number } }
  /** The selected profiles that a file would exclude, with reasons, as CSV */
  '/delivery/excludedFile': { input: { selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] } }; output: Blob }
  /** Download a finished file */
  '/delivery/fileContent': { input: { id: string }; output: Blob }
  /** The selected profiles that a finished file excludes, with reasons, as CSV */
  '/delivery/fileLeft': { input: { id: string }; output: Blob }
  /** Progress of the files that are being written (or of one), as events; the stream ends when they are */
  '/delivery/fileProgress': { input: { id?: string }; output: CodeFile }
  /** Files of the last day, newest first */
  '/delivery/files': { input: Record<string, never>; output: { items: readonly CodeFile[] } }
  /** The profile or campaign of an activation code, by matching id or slug of its public page, in the own enterprise account */
  '/delivery/inspect': { input: { matchingId: string } | { slug: string }; output: { profile: { id: string; iccid: string; status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; spn: string; configurationName: string; activationCode: string; code: 'LIVE' | 'EXPIRED' | 'OLD'; expiresAt: string | null } | null; campaign: { id: string; name: string; activationCode: string } | null } }
  /** The activation code of one profile as a PDF label */
  '/delivery/label': { input: { profileId: string; sheet?: 'A4_21' | 'A4_8' | 'LETTER_10' | 'ROLL'; look?: ('standard' | 'plain') | string }; output: Blob }
  /** Activation codes sent by e-mail, newest first */
  '/delivery/mails': { input: { filter?: { profileId?: string; search?: string }; sort?: { by: 'at'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly CodeMail[]; next: string | null; total: number; capped: boolean } }
  /** Whether the public page of a profile is open, and how often it was opened */
  '/delivery/page': { input: { profileId: string }; output: CodePage }
  /** Preview which recipient gets which activation code */
  '/delivery/planMails': { input: { selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] }; recipients: readonly { email: string; iccid?: string }[] }; output: { pairs: readonly { email: string; iccid: string | null; profileId: string | null; reason: string | null }[] } }
  /** Style presets of QR codes by name, without the fixed default */
  '/delivery/presets': { input: Record<string, never>; output: { items: readonly QrPreset[] } }
  /** How many codes a file would contain, and why other selected profiles are excluded */
  '/delivery/previewFile': { input: { selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] } }; output: { total: number; fits: number; excluded: readonly { reason: string; count: number }[] } }
  /** Send each recipient an activation code by e-mail */
  '/delivery/sendMails': { input: { selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] }; recipients: readonly { email: string; iccid?: string }[]; message?: string; language?: Language | null }; output: { sent: number } }
  /** Close the public page of a profile, or open it again */
  '/delivery/setPage': { input: { profileId: string; closed: boolean }; output: Record<string, never> }
  /** Choose the preset that is used when none is chosen; null is the fixed default */
  '/delivery/setStandard': { input: { id: string | null }; output: Record<string, never> }
  /** Write a file of profiles in the background: their QR codes as a ZIP archive with a CSV file or on label sheets, or all that match a filter as CSV or XLSX */
  '/delivery/startFile': { input: { given: { form: 'QR_ZIP'; picture?: 'svg' | 'png' } | { form: 'LABELS'; sheet: 'A4_21' | 'A4_8' | 'LETTER_10' | 'ROLL' } | { form: 'PROFILES'; format?: 'csv' | 'xlsx' } | { form: 'CODES'; format?: 'csv' | 'xlsx' }; selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] }; look?: ('standard' | 'plain') | string }; output: { id: string; total: number } }
  /** Upload a logo for QR codes: PNG, JPEG or SVG; it is redrawn as PNG */
  '/delivery/uploadLogo': { input: Record<string, never>; output: { logoId: string; logo: string } }
  /** Push a profile to a device: the device finds it at the SM-DS, without an activation code */
  '/eidpush/create': { input: { iccid: string; eid: string }; output: { id: string } }
  /** EID pushes with their states, newest first */
  '/eidpush/list': { input: { filter?: { search?: string; state?: readonly ('PUSHED' | 'DOWNLOADED' | 'FAILED')[] }; sort?: { by: 'createdAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Push[]; next: string | null; total: number; capped: boolean } }
  /** Profiles that can be pushed, by the first digits of their ICCID */
  '/eidpush/profiles': { input: { search?: string }; output: { items: readonly PushableProfile[] } }
  /** Retry a failed push; counts as another push */
  '/eidpush/retry': { input: { id: string }; output: { id: string } }
  /** How many EID pushes are left, and which SM-DS is used */
  '/eidpush/room': { input: Record<string, never>; output: { used: number; max: number; refused: string | null; smds: string; own: boolean; testDevicesOnly: boolean } }
  /** Withdraw a push that no device has used yet */
  '/eidpush/withdraw': { input: { id: string }; output: Record<string, never> }
  /** Color, language and own texts of public pages and of e-mails to end users */
  '/enduser/query': { input: Record<string, never>; output: { version: number; fields: { language: Language; color: string | null; texts: { [name: string]: { [name: string]: string } } }; look: EndUserLook } }
  /** What deleting the current enterprise account would delete, and when */
  '/enterprise/deletion/preview': { input: Record<string, never>; output: { graceDays: number; mayDelete: boolean; deletionAt: string | null; members: number; profiles: { total: number; capped: boolean } } }
  /** Change name, address, billing data and time zone of the current enterprise account */
  '/enterprise/edit': { input: { version: number; fields: EnterpriseFieldsInput }; output: { version: number } }
  /** The current enterprise account */
  '/enterprise/info': { input: Record<string, never>; output: Enterprise }
  /** Remove the logo of the current enterprise account */
  '/enterprise/logo/remove': { input: Record<string, never>; output: Record<string, never> }
  /** Set the logo of the current enterprise account (PNG, JPEG, WebP or SVG) */
  '/enterprise/logo/save': { input: Record<string, never>; output: { logoUrl: string } }
  /** What differs since the enterprise account arrived from another installation, as text */
  '/enterprise/move/arrivalFile': { input: Record<string, never>; output: Blob }
  /** Archives of the enterprise account for another installation, newest first, and how it arrived here */
  '/enterprise/move/overview': { input: Record<string, never>; output: { signer: string; items: readonly MoveArchive[]; arrival: { signer: string; exportedAt: string; arrivedAt: string; report: ArrivalReport } | null } }
  /** Delete an archive, also one that is being written */
  '/enterprise/move/remove': { input: { id: string }; output: Record<string, never> }
  /** Name, address, billing data and time zone of the current enterprise account */
  '/enterprise/settings': { input: Record<string, never>; output: { id: string; version: number; fields: EnterpriseFields; logoUrl: string | null; createdAt: string; lastOwner: boolean } }
  /** How many days after the installation the keys of profiles are erased */
  '/erasure/get': { input: Record<string, never>; output: { days: number | null; version: number; changedAt: string | null; changedBy: string | null } }
  /** How many profiles on devices are old enough to lose their keys soon after a change */
  '/erasure/preview': { input: { days: number }; output: { profiles: number; capped: boolean } }
  /** Erase the keys of profiles some days after their installation, or keep them. Erased keys cannot be restored */
  '/erasure/set': { input: { days: number | null; version: number }; output: { version: number } }
  /** Device brands seen in this enterprise account */
  '/fleet/brands': { input: Record<string, never>; output: { brands: readonly string[] } }
  /** How many profiles match: counted up to 10,000, or exactly */
  '/fleet/count': { input: { filter?: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; exact?: boolean }; output: { total: number; capped: boolean } }
  /** One profile with both its states, its binding and its counters */
  '/fleet/detail': { input: { id: string }; output: Profile }
  /** The device that a profile is bound to, as its LPA described it when it asked for a profile */
  '/fleet/device': { input: { id: string }; output: { tac: string | null; imei: string | null; imeiMasked: boolean; firstSeenAt: string | null; lastSeenAt: string | null } }
  /** Up to 10,000 profiles that match a filter, or their activation codes, as CSV or XLSX; identifiers are text */
  '/fleet/export': { input: { form?: 'profiles' | 'codes'; format?: 'csv' | 'xlsx'; selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] } }; output: Blob }
  /** Profiles, newest first */
  '/fleet/list': { input: { filter?: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; sort?: { by: 'createdAt' | 'iccid' | 'statusAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly ProfileRow[]; next: string | null; total: number | null; capped: boolean; previous: string | null } }
  /** Users who created profiles in this enterprise account */
  '/fleet/makers': { input: Record<string, never>; output: { items: readonly { id: string; name: string }[] } }
  /** A message of a device to the SM-DP+, raw and decoded; without values from which a code could be guessed */
  '/fleet/message': { input: { id: string }; output: { function: string; at: string; outcome: string; bytes: number; hex: string; parts: readonly MessagePart[] | null } }
  /** The profile package, decoded: its elements and files, without keys and codes */
  '/fleet/package': { input: { id: string }; output: { version: string; profileType: string | null; bytes: number; needs: readonly string[]; elements: readonly PackageElement[]; findings: readonly { severity: 'error' | 'warning'; text: string; clause: string }[] } }
  /** Release the profile of a lost device without its confirmation: two cards can then have the same keys */
  '/fleet/setFree': { input: { id: string }; output: { available: boolean } }
  /** Events of a profile, newest first */
  '/fleet/timeline': { input: { id: string; cursor?: string; limit?: number }; output: { items: readonly ProfileEvent[]; next: string | null } }
  /** Cancel a running batch: finished rows remain, the others are reported as canceled */
  '/generate/cancel': { input: { id: string }; output: Record<string, never> }
  /** Generate a range in the background: consecutive ICCIDs and IMSIs, generated Ki and OPc */
  '/generate/range': { input: { configurationId?: string; group?: string; firstIccid: string; firstImsi: string; count: number; nineteenDigits?: NineteenDigits; tags?: readonly string[]; attributes?: { [name: string]: string }; generateAgain?: boolean }; output: { batchId: string; code: string } }
  /** Preview of a range: its last numbers, and how many of them are in use. Generates nothing */
  '/generate/rangePreview': { input: { configurationId?: string; group?: string; firstIccid: string; firstImsi: string; count: number; nineteenDigits?: NineteenDigits; tags?: readonly string[]; attributes?: { [name: string]: string } }; output: { firstIccid: string; lastIccid: string; firstImsi: string; lastImsi: string; total: number; existing: number; otherDigits: number; deleted: number; taken: number; doubledImsis: number; nineteenDigits: NineteenDigitIccids | null; plan: PlanOutlook } }
  /** Which parts of a range of ICCIDs or IMSIs are used, free or used twice */
  '/generate/rangeUse': { input: { kind: 'ICCID' | 'IMSI'; first: string; count: number }; output: { first: string; last: string; total: number; used: number; taken: number; doubled: number; free: number; isCut: boolean; runs: readonly { state: 'used' | 'taken' | 'doubled' | 'free'; first: string; last: string; count: number }[] } }
  /** Generate one activation code immediately */
  '/generate/single': { input: { configurationId?: string; iccid: string; imsi: string; ki?: string; opc?: string; op?: string; topc?: string; top?: string; makeKeys?: boolean; upp?: string; msisdn?: string; impi?: string; impu?: readonly string[]; confirmationCode?: string; eid?: string; pin1?: string; pin2?: string; puk1?: string; puk2?: string; adm1?: string; c9?: string; expireTime?: string; notes?: string; group?: string; tags?: readonly string[]; attributes?: { [name: string]: string }; profileName?: string; spn?: string; pnn?: string; gid1?: string; gid2?: string; smsp?: string; hplmnList?: readonly string[]; ehplmnList?: readonly string[]; oplmnList?: readonly string[]; fplmnList?: readonly string[]; ara?: string; araType?: 'SHA1' | 'SHA256'; multiImsiDataList?: unknown; tk?: unknown; customAcAddress?: unknown }; output: { batchId: string; code: string; profileId: string; iccid: string; activationCode: string } }
  /** Confirm a staged upload: generates an activation code for each valid row, in the background */
  '/generate/start': { input: { sourceId: string; leaveOutFaulty?: boolean; generateAgain?: boolean; nineteenDigits?: NineteenDigits }; output: { batchId: string; code: string } }
  /** Create a group */
  '/group/add': { input: { fields: NewGroup }; output: { id: string } }
  /** The defaults of a group: configuration, recycle time, text of mails, style of QR codes */
  '/group/defaults': { input: { id: string }; output: { defaults: GroupDefaults; version: number } }
  /** Change name, color and notes of a group */
  '/group/edit': { input: { id: string; version: number; fields: NewGroup }; output: { version: number } }
  /** Figures of a group, in the time zone of the caller; events count for the group in which the profile was then */
  '/group/figures': { input: { id: string }; output: Figures }
  /** One group */
  '/group/get': { input: { id: string }; output: Group }
  /** All groups by name, with their number of profiles */
  '/group/list': { input: Record<string, never>; output: { items: readonly Group[] } }
  /** Delete a group; its profiles remain, in no group */
  '/group/remove': { input: { id: string; version: number }; output: { profiles: number } }
  /** Assign new profiles to a group by the first digits of a number or by configuration */
  '/group/rule/add': { input: { fields: NewGroupRule }; output: { id: string } }
  /** Rules that assign new profiles to groups; the first matching rule applies */
  '/group/rule/list': { input: Record<string, never>; output: { items: readonly GroupRule[] } }
  /** Remove a rule; profiles that it has assigned stay in their group */
  '/group/rule/remove': { input: { id: string }; output: Record<string, never> }
  /** Change the defaults of a group */
  '/group/setDefaults': { input: { id: string; version: number; defaults: GroupDefaultsInput }; output: { version: number } }
  /** Downloads, installs and errors of a group by day or month, in the time zone of the caller */
  '/group/trend': { input: { id: string; by?: 'day' | 'month'; periods?: number }; output: Trend }
  /** The differences between two profile packages in words; keys and codes are compared, but not shown */
  '/inspection/compare': { input: { first: PackageSource; second: PackageSource; from?: number }; output: PackageComparison }
  /** A profile package as a tree in words, without its keys and codes; the package is not stored */
  '/inspection/inspect': { input: { source: PackageSource; from?: number }; output: PackageInspection }
  /** Say that the activation code of a profile is fine: it raises no further notification */
  '/leak/dismiss': { input: { profileId: string }; output: { dismissed: number } }
  /** Activation codes that may have leaked, newest first */
  '/leak/list': { input: { filter?: { profileId?: string; state?: readonly ('SUSPECTED' | 'DISMISSED' | 'REPLACED')[] }; sort?: { by: 'foundAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Leak[]; next: string | null; total: number; capped: boolean } }
  /** Change the borrower or the end of a lease */
  '/lease/edit': { input: { id: string; version: number; fields: LeaseFields }; output: { version: number } }
  /** End a lease: the profile is recycled now */
  '/lease/end': { input: { id: string; version: number }; output: Record<string, never> }
  /** Lease a profile until a date, when it is recycled */
  '/lease/lend': { input: { iccid: string; fields: LeaseFields }; output: { id: string; profileId: string } }
  /** Current and past leases of profiles */
  '/lease/list': { input: { filter?: { search?: string; open?: boolean }; sort?: { by: 'endsAt' | 'createdAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Lease[]; next: string | null; total: number; capped: boolean } }
  /** One batch */
  '/log/batch': { input: { id: string }; output: Batch }
  /** The result of each row of a batch */
  '/log/batchRows': { input: { id: string; only?: 'all' | 'failed'; cursor?: string; limit?: number }; output: { items: readonly BatchRow[]; next: string | null } }
  /** Batches, newest first */
  '/log/batches': { input: { filter?: { process?: 'PROCESSING' | 'COMPLETE'; type?: 'GENERATE_AC' | 'BATCH_GENERATE' | 'RE_GENERATE' | 'SINGLE_GENERATE' | 'OPEN_BATCH_GENERATE'; code?: string; configurationId?: string; protection?: 'PLAIN' | 'PGP'; failures?: boolean; from?: string; to?: string }; sort?: { by: 'createdAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Batch[]; next: string | null; total: number; capped: boolean } }
  /** The same as CSV */
  '/log/batches/export': { input: { filter?: { process?: 'PROCESSING' | 'COMPLETE'; type?: 'GENERATE_AC' | 'BATCH_GENERATE' | 'RE_GENERATE' | 'SINGLE_GENERATE' | 'OPEN_BATCH_GENERATE'; code?: string; configurationId?: string; protection?: 'PLAIN' | 'PGP'; failures?: boolean; from?: string; to?: string } }; output: Blob }
  /** The rows of the file that the batch left out, with their faults, as CSV; secret columns are blank */
  '/log/leftOut': { input: { id: string }; output: Blob }
  /** Events of all profiles, newest first */
  '/log/profiles': { input: { filter?: { iccid?: string; eid?: string; type?: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED')[]; actor?: readonly ('user' | 'device' | 'system')[]; from?: string; to?: string; groupId?: string | null; campaignId?: string | null; configurationId?: string | null; configurationVersion?: number; brand?: string | null; model?: string | null; region?: string | null; memberId?: string | null; reason?: string | null; repeated?: boolean }; sort?: { by: 'at'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly ProfileEvent[]; next: string | null; total: number; capped: boolean } }
  /** The same as CSV */
  '/log/profiles/export': { input: { filter?: { iccid?: string; eid?: string; type?: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED')[]; actor?: readonly ('user' | 'device' | 'system')[]; from?: string; to?: string; groupId?: string | null; campaignId?: string | null; configurationId?: string | null; configurationVersion?: number; brand?: string | null; model?: string | null; region?: string | null; memberId?: string | null; reason?: string | null; repeated?: boolean } }; output: Blob }
  /** Progress of the running batches (or of one), as events; the stream ends when they are complete */
  '/log/progress': { input: { id?: string }; output: Batch }
  /** The recycle log, newest first */
  '/log/recycles': { input: { filter?: { iccid?: string; profileId?: string; step?: readonly ('SET' | 'TAKEN_BACK' | 'BEGUN' | 'RECYCLED' | 'FAILED' | 'MESSAGE_REFUSED')[]; reason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; from?: string; to?: string }; sort?: { by: 'at'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly RecycleEntry[]; next: string | null; total: number; capped: boolean } }
  /** The same as CSV */
  '/log/recycles/export': { input: { filter?: { iccid?: string; profileId?: string; step?: readonly ('SET' | 'TAKEN_BACK' | 'BEGUN' | 'RECYCLED' | 'FAILED' | 'MESSAGE_REFUSED')[]; reason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; from?: string; to?: string } }; output: Blob }
  /** The result file of a batch as CSV: ICCID, activation code and link, or the reason of a failure */
  '/log/result': { input: { id: string }; output: Blob }
  /** Set a threshold of the enterprise account; each kind needs its own permission */
  '/notice/threshold': { input: { kind: 'USAGE_REACHED' | 'SUCCESS_FALLS' | 'VERSION_FALLS' | 'MODEL_FALLS' | 'CODE_DEVICES' | 'CODE_NETWORKS' | 'CAMPAIGN_LOW' | 'CERTIFICATE_ENDING'; version: number; fields: { levels: readonly number[]; unit: 'PERCENT' | 'PROFILES' | 'DAYS' | 'DEVICES' | 'NETWORKS'; hours: number | null; minimum: number | null } }; output: { version: number } }
  /** Cancel an operation: changed profiles stay changed, the others are not changed */
  '/operation/cancel': { input: { id: string }; output: Record<string, never> }
  /** Change the group, a tag, an attribute or the notes of one profile at once */
  '/operation/change': { input: { profileId: string; operation: { kind: 'GROUP'; groupId: string | null } | { kind: 'TAG'; tagId: string } | { kind: 'UNTAG'; tagId: string } | { kind: 'ATTRIBUTE'; attributeId: string; value: string } | { kind: 'NOTES'; notes: string }; previous: string | null }; output: Record<string, never> }
  /** The profiles that an operation would not change, with reasons, as CSV */
  '/operation/excluded': { input: { operation: Operation; selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] } }; output: Blob }
  /** One operation */
  '/operation/get': { input: { id: string }; output: RunningOperation }
  /** Operations on profiles; newest first */
  '/operation/list': { input: { filter?: Record<string, never>; sort?: { by: 'createdAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly RunningOperation[]; next: string | null; total: number; capped: boolean } }
  /** Move the profiles of a list of ICCIDs (a CSV or text file) into a group */
  '/operation/moveListed': { input: { groupId: string }; output: { id: string; total: number } }
  /** How many profiles an operation would change, and why it would not change others */
  '/operation/preview': { input: { operation: Operation; selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] } }; output: { total: number; fits: number; excluded: readonly { reason: string; count: number }[] } }
  /** Progress of the running operations (or of one), as events; the stream ends when they are complete */
  '/operation/progress': { input: { id?: string }; output: RunningOperation }
  /** The result of each profile of an operation, as CSV; with new confirmation codes if the user may generate activation codes */
  '/operation/result': { input: { id: string; only?: 'all' | 'failed' }; output: Blob }
  /** Start an operation, in the background */
  '/operation/start': { input: { operation: Operation; selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] }; count?: number }; output: { id: string } }
  /** Undo an operation for all profiles that were not changed again since */
  '/operation/undo': { input: { id: string }; output: { id: string } }
  /** The operations that cannot change a profile, with reasons */
  '/operation/unfit': { input: { profileId: string }; output: { items: readonly { kind: 'AGAIN' | 'REMOVE' | 'GROUP' | 'TAG' | 'UNTAG' | 'ATTRIBUTE' | 'NOTES' | 'BIND' | 'FREE' | 'EXPIRY' | 'CONFIRMATION' | 'ATTEMPTS' | 'RECYCLE_TIME' | 'RECYCLE'; reason: string }[]; delivery: string | null } }
  /** The permission tree of the signed-in user in the current enterprise account */
  '/permission/getUserPermissions': { input: Record<string, never>; output: { userPermissions: readonly PermissionNode[]; withheld: readonly string[]; groups: readonly { id: string; name: string }[] | null; lacksSecondFactor: boolean } }
  /** The plan of the current enterprise account, its limits and its usage */
  '/plan/queryOrder': { input: Record<string, never>; output: UserPlan }
  /** Plan deliveries of activation codes; rows that do not fit are left out and returned */
  '/plannedDelivery/add': { input: { selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] }; rows: readonly { email?: string | null; iccid?: string; at?: string; timeZone?: string; language?: string }[]; at?: string; timeZone?: string | null; opensPage?: boolean; message?: string; language?: Language | null }; output: { planId: string | null; planned: number; left: readonly { row: number; reason: string }[] } }
  /** Cancel deliveries that are not sent yet; pages that waited for them are open */
  '/plannedDelivery/cancel': { input: { chosen: { ids: readonly string[] } | { planId: string } }; output: { canceled: number } }
  /** Change a delivery that is not sent yet */
  '/plannedDelivery/edit': { input: { id: string; version: number; fields: { email: string | null; at: string; timeZone: string; language: Language | null; message: string; opensPage: boolean } }; output: { version: number } }
  /** Planned deliveries by their time, with what became of them */
  '/plannedDelivery/list': { input: { filter?: { state?: readonly ('PLANNED' | 'WAITING' | 'SENT' | 'REFUSED' | 'SKIPPED' | 'CANCELED')[]; profileId?: string; planId?: string; search?: string }; sort?: { by: 'dueAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly PlannedDelivery[]; next: string | null; total: number; capped: boolean } }
  /** Give deliveries that are not sent yet another time; each keeps its time zone unless one is given */
  '/plannedDelivery/move': { input: { chosen: { ids: readonly string[] } | { planId: string }; at: string; timeZone?: string | null }; output: { moved: number } }
  /** Preview which recipient gets which activation code, and when */
  '/plannedDelivery/preview': { input: { selection: { ids: readonly string[] } | { filter: { query?: string; search?: string; status?: readonly ('AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED')[]; orderState?: readonly ('Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable')[]; configurationId?: string; configurationType?: readonly ('Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP')[]; groupId?: string | 'none'; batchId?: string; campaignId?: string; acFormat?: readonly ('STRING' | 'PICTURE' | 'AC_LINK' | 'NONE')[]; protection?: 'PLAIN' | 'PGP' | 'NONE'; spn?: string; iccid?: string; imsi?: string; msisdn?: string; eid?: string; matchingId?: string; deviceBrand?: string; region?: string; notes?: string; createdBy?: string; createdFrom?: string; createdTo?: string; changedFrom?: string; changedTo?: string; recycleStatus?: readonly ('NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED')[]; recycleReason?: readonly ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END')[]; recycleFrom?: string; recycleTo?: string }; except?: readonly string[] }; rows: readonly { email?: string | null; iccid?: string; at?: string; timeZone?: string; language?: string }[]; at?: string; timeZone?: string | null; opensPage?: boolean }; output: { pairs: readonly { email: string | null; iccid: string | null; profileId: string | null; dueAt: string | null; clockChange: ('GAP' | 'TWICE') | null; reason: string | null }[]; fits: number } }
  /** Recycling of a profile: its time, its progress, and the address of the applet messages */
  '/recycle/profile': { input: { id: string }; output: { status: 'NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED'; reason: ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END') | null; at: string | null; begunAt: string | null; waitsUntil: string | null; isHeld: boolean; inStock: boolean; counter: number; host: string; port: number; ownServer: { host: string; port: number } | null; testDevicesOnly: boolean } }
  /** Simulate a message of the Recycle applet of a test device's profile */
  '/recycle/simulate': { input: { id: string; kind: 'GENUINE' | 'FORGED' | 'REPLAYED'; reason?: 'EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED'; send?: boolean }; output: { message: string; answer: string | null; outcome: ('RECYCLED' | 'KNOWN' | 'FORGED' | 'REPLAYED' | 'UNKNOWN' | 'MALFORMED') | null } }
  /** Save a report */
  '/report/add': { input: { fields: SavedReportFields }; output: { id: string; version: number } }
  /** Values of a dimension that a report can be limited to, and the periods of the plan */
  '/report/choices': { input: { by?: 'total' | 'configuration' | 'group' | 'campaign' | 'brand' | 'region' | 'member' }; output: { values: readonly { value: string; name: string; isDeleted: boolean }[]; periods: readonly BillingPeriod[] | null } }
  /** Delete a saved report with its schedules */
  '/report/delete': { input: { id: string; version: number }; output: Record<string, never> }
  /** Change a saved report */
  '/report/edit': { input: { id: string; version: number; fields: SavedReportFieldsInput }; output: { version: number } }
  /** All rows of a report as a file for spreadsheets */
  '/report/export': { input: { parameters: ReportParametersInput; format?: 'csv' | 'xlsx' }; output: Blob }
  /** Saved reports: those of the signed-in user and the shared ones, by name */
  '/report/list': { input: Record<string, never>; output: { items: readonly SavedReport[] } }
  /** A report; up to 1000 rows */
  '/report/run': { input: { parameters: ReportParametersInput }; output: Report }
  /** Send a saved report by e-mail at regular times */
  '/report/schedule/add': { input: { reportId: string; fields: ScheduleFields }; output: { id: string; version: number; nextAt: string | null } }
  /** Delete a schedule */
  '/report/schedule/delete': { input: { id: string; version: number }; output: Record<string, never> }
  /** Change a schedule, pause it or resume it; the signed-in user becomes its owner */
  '/report/schedule/edit': { input: { id: string; version: number; fields: ScheduleFields }; output: { version: number; nextAt: string | null } }
  /** Schedules of the reports that the signed-in user sees */
  '/report/schedule/list': { input: Record<string, never>; output: { items: readonly Schedule[] } }
  /** Members who may see reports, by name */
  '/report/schedule/recipients': { input: Record<string, never>; output: { items: readonly Recipient[] } }
  /** Delete a role that no member has */
  '/role/delete': { input: { id: string; version: number }; output: Record<string, never> }
  /** The roles of the enterprise account: built-in roles, then custom ones by name */
  '/role/list': { input: Record<string, never>; output: { items: readonly Role[] } }
  /** Create a rule, which acts on events from now on */
  '/rule/add': { input: { fields: RuleFields }; output: { id: string } }
  /** Change a rule. It has the rights of the caller from now on */
  '/rule/edit': { input: { id: string; version: number; fields: RuleFieldsInput }; output: { version: number } }
  /** One rule with its counters */
  '/rule/get': { input: { id: string }; output: Rule }
  /** Rules by name */
  '/rule/list': { input: { filter?: { search?: string; state?: readonly ('ACTIVE' | 'PAUSED' | 'STOPPED')[] }; sort?: { by: 'name'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Rule[]; next: string | null; total: number; capped: boolean } }
  /** What rules did, newest first */
  '/rule/log': { input: { filter?: { ruleId?: string; profileId?: string; state?: readonly ('WAITING' | 'DONE' | 'SKIPPED' | 'DROPPED')[] }; sort?: { by: 'matchedAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly RuleRun[]; next: string | null; total: number; capped: boolean } }
  /** Pause a rule: it acts on nothing that happens meanwhile, and what waits is dropped */
  '/rule/pause': { input: { id: string }; output: Record<string, never> }
  /** Delete a rule. Its log stays until its retention ends */
  '/rule/remove': { input: { id: string; version: number }; output: Record<string, never> }
  /** Resume a rule, for what happens from now on, with the rights of the caller */
  '/rule/resume': { input: { id: string }; output: Record<string, never> }
  /** What a rule would have acted on within the last 30 days. Changes nothing */
  '/rule/trial': { input: { definition: RuleDefinition }; output: { sentence: string; profiles: number; batches: number; matches: number; mostInAnHour: number; capped: boolean; items: readonly { profileId: string | null; iccid: string | null; batchId: string | null; batchCode: string | null; eventId: string; event: 'GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED' | 'BATCH_DONE' | 'BATCH_PARTLY_FAILED' | 'BATCH_FAILED'; happenedAt: string }[] } }
  /** Remove the sample data of demo mode: its profiles, batch and configurations */
  '/sample/delete': { input: Record<string, never>; output: { profiles: number; configurations: number } }
  /** A few profiles, profile configurations and batches that match a text, as far as the caller may see them */
  '/search/query': { input: { text: string }; output: { profiles: readonly { id: string; iccid: string; by: 'iccid' | 'imsi' | 'eid' | 'msisdn'; value: string; status: string }[]; configurations: readonly { id: string; name: string; type: string }[]; batches: readonly { id: string; code: string; fileName: string | null }[] } }
  /** Discard a staged upload */
  '/source/discard': { input: { id: string }; output: Record<string, never> }
  /** The faulty rows with their reasons as CSV; secret columns are blank */
  '/source/faults': { input: { id: string }; output: Blob }
  /** Delete the stored column names of this enterprise account */
  '/source/forgetColumns': { input: Record<string, never>; output: Record<string, never> }
  /** A staged upload */
  '/source/get': { input: { id: string }; output: Source }
  /** Correct cells of a faulty row of a staged upload, and check the row again */
  '/source/mend': { input: { id: string; line: number; values: { [name: string]: string } }; output: { row: SourceRow; source: Source } }
  /** The enterprise account's OpenPGP public key for source data, generated at the first call */
  '/source/pgpKey': { input: Record<string, never>; output: { armored: string; fingerprint: string; userId: string; createdAt: string; previous: readonly { fingerprint: string; createdAt: string; replacedAt: string; readableUntil: string }[] } }
  /** Rows of a staged upload with their faults; values of secret columns are left out */
  '/source/rows': { input: { id: string; only?: 'all' | 'faulty' | 'warned' | 'existing'; cursor?: string; limit?: number }; output: { items: readonly SourceRow[]; next: string | null } }
  /** A CSV or XLSX file with the columns of a configuration and an example row; XLSX columns are text */
  '/source/template': { input: { configurationId: string; format?: 'csv' | 'xlsx' }; output: Blob }
  /** Upload a file of subscriber data, CSV or XLSX, plain or PGP-encrypted; stages its rows for 24 h, generates nothing */
  '/source/upload': { input: { configurationId: string; protection?: 'PLAIN' | 'PGP'; columns?: string }; output: Source }
  /** Check the TXT record that proves a mail domain */
  '/sso/domain/check': { input: { domain: MailDomain }; output: SsoDomain }
  /** Single sign-on of the enterprise account */
  '/sso/query': { input: Record<string, never>; output: { connection: SsoConnection | null; test: SsoTest | null; domains: readonly SsoDomain[]; redirectUri: string; signOutUri: string } }
  /** Create a tag */
  '/tag/add': { input: { fields: NewTag }; output: { id: string } }
  /** Change name and color of a tag */
  '/tag/edit': { input: { id: string; version: number; fields: NewTag }; output: { version: number } }
  /** All tags by name; on request with their number of profiles */
  '/tag/list': { input: { counts?: boolean }; output: { items: readonly Tag[] } }
  /** Replace a tag by another: its profiles get the other tag in the background, and it is deleted */
  '/tag/merge': { input: { id: string; version: number; intoId: string }; output: Record<string, never> }
  /** Delete a tag: its profiles lose it */
  '/tag/remove': { input: { id: string; version: number }; output: Record<string, never> }
  /** Revoke the access of a member at once; the membership remains */
  '/user/deactivate': { input: { id: string }; output: Record<string, never> }
  /** Remove a member from the enterprise account, or withdraw an invitation */
  '/user/delete': { input: { id: string }; output: Record<string, never> }
  /** Members and open invitations of the enterprise account */
  '/user/list': { input: { filter?: { search?: string; state?: readonly ('INVITED' | 'ACTIVE' | 'INACTIVE')[]; role?: RoleId }; sort?: { by: 'name' | 'lastSeenAt' | 'since'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Member[]; next: string | null; total: number; capped: boolean } }
  /** The members that match a filter, or those with given ids, as CSV */
  '/user/list/export': { input: { filter?: { search?: string; state?: readonly ('INVITED' | 'ACTIVE' | 'INACTIVE')[]; role?: RoleId }; ids?: readonly string[] }; output: Blob }
  /** Restore the access of a deactivated member */
  '/user/reactivate': { input: { id: string }; output: Record<string, never> }
  /** Send an invitation again, with a new link; the old link stops working */
  '/user/resend/invitation': { input: { id: string }; output: Record<string, never> }
  /** Delete a shared view for everyone; only its creator, owners and admins */
  '/view/delete': { input: { id: string; version: number }; output: Record<string, never> }
  /** Change a shared view; only its creator, owners and admins */
  '/view/edit': { input: { id: string; version: number; fields: ViewFields }; output: { version: number } }
  /** Shared views of a list, by name */
  '/view/list': { input: { module: 'fleet' | 'campaigns' | 'configurations' }; output: { items: readonly SharedView[] } }
  /** Share a view of a list with everyone in the enterprise account */
  '/view/share': { input: { module: 'fleet' | 'campaigns' | 'configurations'; fields: ViewFields }; output: { id: string; version: number } }
  /** Create a batch of vouchers for the profiles of a campaign */
  '/voucher/add': { input: { fields: VoucherBatchFields }; output: { id: string } }
  /** The codes of a new batch with their links, as CSV; within 24 hours */
  '/voucher/codes': { input: { id: string }; output: Blob }
  /** Change the name, the end or the limit for each address of a batch of vouchers */
  '/voucher/edit': { input: { id: string; version: number; fields: VoucherBatchChange }; output: { version: number } }
  /** One batch of vouchers with its counters, and the days on which vouchers were redeemed */
  '/voucher/get': { input: { id: string }; output: { id: string; version: number; name: string; state: 'VALID' | 'EXPIRED' | 'REVOKED'; campaignId: string; campaignName: string; count: number; redeemed: number; revoked: number; wrong: number; expiresAt: string | null; addressLimit: number | null; link: string | null; codesUntil: string | null; revokedAt: string | null; createdAt: string; createdBy: string; days: readonly { day: string; redeemed: number }[] } }
  /** The vouchers of a new batch on label sheets, each with its code and a QR code of its page; within 24 hours */
  '/voucher/labels': { input: { id: string; sheet?: 'A4_21' | 'A4_8' | 'LETTER_10' | 'ROLL' }; output: Blob }
  /** Batches of vouchers, newest first */
  '/voucher/list': { input: { filter?: { search?: string; campaignId?: string }; sort?: { by: 'createdAt'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly VoucherBatch[]; next: string | null; total: number; capped: boolean } }
  /** Each voucher of a batch with its state, profile and address, without codes, as CSV */
  '/voucher/report': { input: { id: string }; output: Blob }
  /** Revoke one voucher that was not redeemed, permanently */
  '/voucher/revoke': { input: { id: string; number: number }; output: Record<string, never> }
  /** Revoke all vouchers of a batch that were not redeemed, permanently */
  '/voucher/revokeBatch': { input: { id: string }; output: { revoked: number } }
  /** The vouchers of a batch, by number; or the one that has a code */
  '/voucher/vouchers': { input: { filter?: { batchId?: string; state?: readonly ('UNUSED' | 'REDEEMED' | 'REVOKED' | 'EXPIRED')[]; voucherCode?: VoucherCodeText }; sort?: { by: 'number'; direction: 'asc' | 'desc' }; cursor?: string; limit?: number }; output: { items: readonly Voucher[]; next: string | null; total: number; capped: boolean } }
  /** Events of one day that arrived at the receiver in the portal after a number, oldest first; to programs, without notifications */
  '/webhook/listen': { input: { endpointId: string; after?: number }; output: { items: readonly Arrival[]; last: number; more: boolean; missed: number } }
  /** Webhook endpoints whose receiver is in the portal */
  '/webhook/receivers': { input: Record<string, never>; output: { items: readonly { id: string; name: string; state: 'ACTIVE' | 'PAUSED' | 'OFF' }[] } }
}

export type Address = { street: string; postalCode: string; city: string; region: string; country: string }

export type AddressInput = { street?: string; postalCode?: string; city?: string; region?: string; country?: string }

export type AppletFile = { id: string; fileName: string; sha256: string; bytes: number; packageAid: string; classAids: readonly string[]; packageVersion: string; isReplaced: boolean; isUsed: boolean; uploadedAt: string; uploadedBy: string }

export type ApprovalPolicyFields = { rules: readonly { operation: 'REMOVE' | 'BLOCK' | 'RECYCLE' | 'EXPORT' | 'GENERATE' | 'KEY_ROTATE' | 'KEY_NEW' | 'ROLE'; over?: number }[]; approvers?: readonly string[]; expiryHours?: number; windowMinutes?: number }

export type ApprovalRequest = { id: string; operation: 'REMOVE' | 'BLOCK' | 'RECYCLE' | 'EXPORT' | 'GENERATE' | 'KEY_ROTATE' | 'KEY_NEW' | 'ROLE' | 'POLICY'; sentence: string; amount: number; state: 'PENDING' | 'APPROVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED' | 'DONE' | 'FAILED'; mode: 'AUTO' | 'REPEAT'; requestedBy: string; requestedByKey: string | null; rule: string | null; requestedAt: string; expiresAt: string; comment: string; objects: number; sha256: string | null; decidedBy: string | null; decidedAt: string | null; decisionComment: string; startsAt: string | null; endedAt: string | null; reason: string | null; changed: readonly { iccid: string; before: string; now: string }[]; version: number; isOwn: boolean; canDecide: boolean; canCancel: boolean; whyNot: string | null }

export type Arrival = { id: string; at: string; headers: { [name: string]: string }; body: string; plainValid: boolean; standardValid: boolean; answered: number }

export type ArrivalReport = { tables: readonly { table: string; rows: number }[]; differences: readonly { id: 'ACCOUNT' | 'PLAN' | 'USERS' | 'SMDP_ADDRESS' | 'PORTAL_ADDRESS' | 'MATCHING_IDS' | 'SEALS' | 'RECYCLE_APPLETS' | 'VOUCHERS' | 'WORK' | 'PUSHES' | 'WEBHOOKS' | 'RULES' | 'DELIVERIES' | 'API_KEYS' | 'OPERATORS' | 'SINGLE_SIGN_ON' | 'REPORT_SCHEDULES' | 'AUDIT'; count: number; value: string }[]; matchingIds: readonly { previous: string; current: string }[] }

export type Attribute = { id: string; word: string; name: string; kind: 'text' | 'number' | 'date' | 'choice' | 'link'; choices: readonly string[]; required: boolean; version: number; profiles: number | null; capped: boolean; updatedAt: string }

export type AttributeFields = { name: string; choices?: readonly string[]; required?: boolean }

export type AuditCheck = { checked: number; from: number; last: { number: number; at: string; hash: string } | null; firstBad: { number: number; at: string | null; fault: 'ALTERED' | 'MISSING' | 'END' } | null }

export type AuditEntry = { id: string; number: number; at: string; actorKind: 'PERSON' | 'KEY' | 'STAFF' | 'SYSTEM'; actorId: string | null; actorName: string; actorEmail: string | null; address: string | null; action: 'account.opened' | 'account.edited' | 'account.passwordChanged' | 'account.passwordReset' | 'account.deletionRequested' | 'account.deletionCancelled' | 'account.deleted' | 'account.dataExported' | 'account.appAdded' | 'account.appRemoved' | 'account.passkeyAdded' | 'account.passkeyRenamed' | 'account.passkeyRemoved' | 'account.recoveryCodesRenewed' | 'account.recoveryCodeUsed' | 'account.identityLinked' | 'account.identityUnlinked' | 'session.opened' | 'session.ended' | 'session.endedOne' | 'session.endedElsewhere' | 'enterprise.opened' | 'enterprise.edited' | 'enterprise.closed' | 'enterprise.deletionRequested' | 'enterprise.deletionCancelled' | 'enterprise.deleted' | 'enterprise.exportStarted' | 'enterprise.exportDownloaded' | 'enterprise.exportRemoved' | 'enterprise.arrived' | 'enterprise.logoChanged' | 'enterprise.endUserPageEdited' | 'enterprise.endUserTextsReset' | 'enterprise.suspended' | 'enterprise.resumed' | 'enterprise.restored' | 'enterprise.heldReleased' | 'enterprise.visited' | 'enterprise.visitEnded' | 'enterprise.noteAdded' | 'enterprise.noteRemoved' | 'enterprise.iccidsReleased' | 'enterprise.iccidsAssigned' | 'enterprise.iccidsMoved' | 'enterprise.thresholdSet' | 'enterprise.secondFactorDemanded' | 'enterprise.keyErasureSet' | 'profile.keysErased' | 'invitation.added' | 'invitation.stopped' | 'invitation.used' | 'member.invited' | 'member.invitedAgain' | 'member.joined' | 'member.roleChanged' | 'member.groupsChanged' | 'member.deactivated' | 'member.reactivated' | 'member.removed' | 'member.left' | 'member.declined' | 'member.exported' | 'announcement.added' | 'announcement.edited' | 'announcement.withdrawn' | 'audit.exported' | 'staff.added' | 'staff.removed' | 'role.added' | 'role.edited' | 'role.removed' | 'sso.saved' | 'sso.tested' | 'sso.removed' | 'domain.added' | 'domain.proved' | 'domain.removed' | 'provider.saved' | 'configuration.added' | 'configuration.edited' | 'configuration.adviceSilenced' | 'configuration.removed' | 'applet.uploaded' | 'applet.removed' | 'source.uploaded' | 'source.discarded' | 'batch.started' | 'batch.keysHandedOut' | 'batch.cancelled' | 'batch.resultExported' | 'block.added' | 'block.edited' | 'block.freed' | 'qr.added' | 'qr.edited' | 'qr.removed' | 'qr.standardChosen' | 'qr.logoUploaded' | 'codes.written' | 'codes.downloaded' | 'profile.mailed' | 'profile.changed' | 'profile.pageClosed' | 'profile.pageOpened' | 'campaign.added' | 'campaign.edited' | 'campaign.filled' | 'campaign.emptied' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.ended' | 'campaign.recycled' | 'campaign.removed' | 'campaign.reportExported' | 'delivery.planned' | 'delivery.edited' | 'delivery.moved' | 'delivery.canceled' | 'delivery.sent' | 'voucher.added' | 'voucher.edited' | 'voucher.labelsExported' | 'voucher.codesExported' | 'voucher.reportExported' | 'voucher.revoked' | 'voucher.batchRevoked' | 'approval.policyChanged' | 'approval.offAsked' | 'approval.offKept' | 'approval.requested' | 'approval.commented' | 'approval.approved' | 'approval.refused' | 'approval.canceled' | 'approval.expired' | 'approval.executed' | 'approval.failed' | 'rule.added' | 'rule.edited' | 'rule.paused' | 'rule.resumed' | 'rule.removed' | 'rule.stopped' | 'rule.acted' | 'push.added' | 'push.withdrawn' | 'key.made' | 'key.rotated' | 'webhook.added' | 'webhook.edited' | 'webhook.rotated' | 'webhook.stateChanged' | 'webhook.switchedOff' | 'webhook.removed' | 'webhook.tested' | 'webhook.replayed' | 'group.added' | 'group.edited' | 'group.removed' | 'tag.added' | 'tag.edited' | 'tag.merged' | 'tag.removed' | 'attribute.added' | 'attribute.edited' | 'attribute.retyped' | 'attribute.reordered' | 'attribute.removed' | 'group.defaultsSet' | 'group.ruleAdded' | 'group.ruleRemoved' | 'operation.started' | 'operation.finished' | 'operation.cancelled' | 'operation.resultExported' | 'fleet.setFree' | 'log.exported' | 'recycle.simulated' | 'virtualPhone.opened' | 'virtualPhone.closed' | 'lease.lent' | 'lease.edited' | 'lease.ended' | 'profile.leakDismissed' | 'comment.added' | 'comment.edited' | 'comment.removed' | 'comment.exported' | 'view.shared' | 'view.edited' | 'view.removed' | 'report.exported' | 'report.saved' | 'report.edited' | 'report.removed' | 'report.scheduled' | 'report.scheduleEdited' | 'report.scheduleRemoved' | 'report.scheduleStopped' | 'apiKey.created' | 'apiKey.edited' | 'apiKey.rotated' | 'apiKey.secretEnded' | 'apiKey.revoked' | 'apiKey.deviceRefused' | 'report.sent' | 'fleet.exported' | 'fleet.exportDownloaded' | 'feedback.sent' | 'feedback.answered' | 'feedback.accepted' | 'order.paymentReturned' | 'order.cardSaved' | 'order.cardRemoved' | 'order.trialStarted' | 'order.created' | 'order.paid' | 'order.cancelled' | 'order.refunded' | 'order.proofGiven' | 'order.confirmed' | 'order.rejected' | 'order.addedByStaff' | 'order.refundNoted' | 'order.capRaised' | 'subscription.cancelled' | 'subscription.renewalSwitched' | 'order.given' | 'order.trialGranted' | 'order.trialExtended' | 'sample.removed' | 'platform.added' | 'platform.edited' | 'platform.appletSupplied' | 'platform.appletRemoved' | 'legal.published' | 'legal.withdrawn' | 'plan.edited' | 'seller.edited' | 'discount.added' | 'discount.edited' | 'discount.stopped' | 'mail.retried' | 'tac.added' | 'tac.edited' | 'tac.removed' | 'tac.imported' | 'tac.exported' | 'credential.created' | 'credential.rotated' | 'credential.previousEnded' | 'credential.revoked' | 'es2plus.registered' | 'es2plus.challenged' | 'es2plus.proven' | 'es2plus.displaced' | 'es2plus.edited' | 'es2plus.removed' | 'es2plus.ordered' | 'es2plus.confirmed' | 'es2plus.released' | 'es2plus.canceled' | 'es2plus.expired'; objectKind: 'account' | 'session' | 'enterprise' | 'announcement' | 'invitation' | 'member' | 'role' | 'sso' | 'domain' | 'provider' | 'configuration' | 'applet' | 'source' | 'batch' | 'key' | 'block' | 'group' | 'tag' | 'attribute' | 'operation' | 'feedback' | 'order' | 'platform' | 'mail' | 'campaign' | 'delivery' | 'voucher' | 'comment' | 'rule' | 'approval' | 'plan' | 'discount' | 'recycling' | 'profile' | 'lease' | 'push' | 'qr' | 'tac' | 'view' | 'report' | 'apiKey' | 'webhook' | 'credential' | 'operator'; objectId: string | null; objectName: string; before: { [name: string]: PermissionNode } | null; after: { [name: string]: PermissionNode } | null; requestId: string | null; hash: string }

export type Batch = { id: string; code: string; type: 'GENERATE_AC' | 'BATCH_GENERATE' | 'RE_GENERATE' | 'SINGLE_GENERATE' | 'OPEN_BATCH_GENERATE'; process: 'PROCESSING' | 'COMPLETE'; configurationId: string | null; configurationName: string | null; configurationVersion: number | null; protection: ('PLAIN' | 'PGP') | null; fileName: string | null; range: { firstIccid: string; lastIccid: string; firstImsi: string; lastImsi: string } | null; coreFile: 'none' | 'open' | 'taken' | 'over'; coreFormats: readonly ('OPEN5GS' | 'FREE5GC' | 'MAGMA' | 'SRSRAN' | 'CSV')[]; total: number; processed: number; succeeded: number; failed: number; leftOut: number; leftOutUntil: string | null; canceled: boolean; createdAt: string; startedAt: string | null; completedAt: string | null; createdBy: string; sample: boolean }

export type BatchRow = { line: number; iccid: string; success: boolean; reason: string | null; profileId: string | null; activationCode: string | null }

export type BilledUse = { orderCode: string; plan: string; from: string; to: string; isCurrent: boolean; counts: 'downloads' | 'installations'; used: number; included: number | null; extra: number; billed: readonly { number: string; quantity: number }[] }

export type Billing = { company: string; email: '' | string; taxId: string }

export type BillingInput = { company?: string; email?: '' | string; taxId?: string }

export type BillingPeriod = { orderCode: string; plan: string; from: string; to: string; isCurrent: boolean }

export type Block = { id: string; kind: 'EID' | 'EID_RANGE' | 'TAC'; value: string; note: string; createdAt: string; createdBy: string; hits: number; lastHitAt: string | null; version: number }

export type BlockFields = { note?: string }

export type BlockHit = { id: string; kind: 'EID' | 'EID_RANGE' | 'TAC'; value: string; at: string; eid: string; tac: string | null; device: string | null; address: string | null; profileId: string | null; iccid: string | null }

export type Campaign = { id: string; name: string; state: 'DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'PAUSED' | 'ENDED'; configurationId: string; configurationName: string; startsAt: string | null; endsAt: string | null; profiles: number; taken: number; cap: number | null; createdAt: string; version: number; deviceLimit: number; maxAttempts: number; confirmationCodeRequired: boolean; atEnd: 'KEEP' | 'RECYCLE'; recycling: { profiles: number; begunAt: string; doneAt: string | null } | null; publicPage: boolean; title: string; welcome: string; notes: string; activationCode: string; link: string | null; startedAt: string | null; endedAt: string | null; leftOver: number | null; createdBy: string; counts: CampaignCounts }

export type CampaignCounts = { profiles: number; free: number; held: number; downloaded: number; installed: number; failed: number; deleted: number; refused: number; devices: number }

export type CampaignFields = { name: string; configurationId: string; startsAt?: string | null; endsAt?: string | null; cap?: number | null; deviceLimit?: number; maxAttempts?: number; confirmationCode: { mode: 'none' | 'fixed'; code?: string }; atEnd?: 'KEEP' | 'RECYCLE'; publicPage?: boolean; title?: string; welcome?: string; notes?: string }

export type CampaignOutcome = { statuses: readonly { status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; count: number }[]; recycling: readonly { status: 'NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED'; count: number }[]; refusals: readonly { subjectCode: string; reasonCode: string; text: string; count: number; devices: number }[]; looked: number | null }

export type CampaignRefusal = { id: string; at: string; eid: string; device: string | null; tac: string | null; address: string | null; subjectCode: string; reasonCode: string; text: string }

export type CampaignRow = { id: string; name: string; state: 'DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'PAUSED' | 'ENDED'; configurationId: string; configurationName: string; startsAt: string | null; endsAt: string | null; profiles: number; taken: number; cap: number | null; createdAt: string }

export type CellFault = { column: string; rule: string; text: string }

export type CodeFile = { id: string; form: 'QR_ZIP' | 'LABELS' | 'PROFILES' | 'CODES'; format: 'zip' | 'pdf' | 'csv' | 'xlsx'; process: 'PROCESSING' | 'COMPLETE' | 'FAILED'; total: number; written: number; left: number; bytes: number; createdAt: string; completedAt: string | null; expiresAt: string; createdBy: string }

export type CodeMail = { id: string; profileId: string; iccid: string; recipient: string; state: 'WAITING' | 'SENT' | 'FAILED' | 'KEPT' | 'GONE'; refusal: string | null; at: string; sentBy: string }

export type CodePage = { closed: boolean; opened: number; firstOpenedAt: string | null; lastOpenedAt: string | null }

export type Comment = { id: string; kind: 'PROFILE' | 'BATCH' | 'CAMPAIGN' | 'ORDER'; objectId: string; text: string; mentions: readonly { userId: string; name: string }[]; createdBy: string; keyName: string | null; createdAt: string; editedAt: string | null; deletedAt: string | null; deletedBy: string | null; version: number; mayEdit: boolean; mayDelete: boolean }

export type CommentText = string

export type Configuration = { id: string; version: number; fields: StoredConfiguration; confirmationCodeSet: boolean; profiles: number; sample: boolean; frozen: boolean; silenced: readonly ('test-network' | 'unknown-mcc' | 'mnc-length' | 'no-ehplmn' | 'ehplmn-without-home' | 'home-preferred' | 'forbidden-preferred' | 'rplmn-forbidden' | 'network-twice' | 'long-list' | 'imsi-not-home' | 'iccid-country' | 'spn-cut' | 'network-name-hidden' | 'smsp-national' | 'device-change-unused' | 'suci-profile-b' | 'suci-by-usim' | 'suci-in-clear' | 'published-key' | 'no-5g-access' | 'package-version' | 'mnc-length-other' | 'operation-mode' | 'emergency-number-twice' | 'ims-without-lte' | 'no-access-rule' | 'public-certificate')[]; createdAt: string; updatedAt: string; createdBy: string }

export type ConfigurationFields = { type: 'Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP'; name: string; profileName: string; serviceProviderName?: string; issuer?: 'NIST' | 'BRP'; nineteenDigits?: 'complete' | 'missing'; algorithm?: 'MILENAGE' | 'TUAK' | 'XOR'; kiLength?: '128' | '256'; milenage?: { rotations: string; constants: string }; tuak?: { keccakIterations?: number; resBits?: '32' | '64' | '128' }; xor?: { resBits?: '32' | '64' | '128' }; hplmn?: readonly PlmnWithAccess[]; ehplmn?: readonly string[]; oplmn?: readonly PlmnWithAccess[]; plmn?: readonly PlmnWithAccess[]; fplmn?: readonly string[]; rplmn?: string; pnn?: { fullName: string; shortName?: string }; networkNames?: readonly { fullName: string; shortName?: string; networks?: readonly string[]; firstArea?: number; lastArea?: number }[]; gid1?: string; gid2?: string; smsp?: string; spnDisplay?: { homeNetworkNameShown?: boolean; hiddenAbroad?: boolean }; emergencyNumbers?: readonly (string | { [name: string]: unknown })[]; languages?: readonly string[]; accessClasses?: readonly string[]; operationMode?: 'normal' | 'type-approval' | 'maintenance' | 'cell-test'; mncLength?: '2' | '3'; isPin1Enabled?: boolean; fiveG?: { protectionScheme: 'null' | 'A' | 'B'; routingIndicator: string; homeNetworkPublicKey?: string; homeNetworkPublicKeyId?: number; suciCalculation: 'ME' | 'USIM'; accessIdentities?: { multimediaPriority?: boolean; missionCritical?: boolean } }; ims?: { domain?: string; pcscf?: readonly string[]; publicIdentityRecords?: number; isRemotelyManaged?: boolean }; packageVersion?: '2.1' | '2.3' | '3.1' | '3.3'; otaKeyLength?: '128' | '256'; scp80?: { keyVersion?: number; counterValue?: number; ciphering?: 'required' | 'optional'; counter?: 'higher' | 'next'; checksumLength?: '4' | '8'; securityDomainTar?: string; uiccTar?: string; usimTar?: string; isimTar?: string }; scp81?: { keyVersion?: number; pskLength?: '128' | '256'; session?: { identityPrefix?: string; address: string; port?: number; accessPoint?: string; bufferBytes?: number; host: string; uri: string; agent?: string; retries?: number; retrySeconds?: number }; personalizationData?: readonly string[] }; icon?: string; profileClass?: 'operational' | 'test' | 'provisioning'; isDisablingForbidden?: boolean; isDeletionForbidden?: boolean; notificationAddresses?: readonly string[]; owner?: { plmn: string; gid1?: string; gid2?: string }; araApplet?: { rules?: readonly { certificateHash: string; packageName?: string; permissions?: string }[] }; recycleApplet?: { service: 'cloud' | 'self'; host?: string; port?: number }; customApplet?: { file?: string; packageAid?: string; classAid?: string; instanceAid?: string; privileges?: string; parameters?: string }; confirmationCode: { mode: 'none' | 'fixed' | 'random'; code?: string }; acLifetimeDays?: number; orderedBy?: 'portal' | 'operator'; maxDownloadAttempts?: number; maxRedownloads?: number; allowDeviceChange?: boolean; rotation?: boolean }

export type ConfigurationRow = { id: string; version: number; name: string; type: 'Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP'; profileName: string; serviceProviderName: string; algorithm: ('MILENAGE' | 'TUAK' | 'XOR') | null; hplmn: readonly string[]; profiles: number; sample: boolean; frozen: boolean; complete: boolean; updatedAt: string }

export type ConfigurationUsage = { batches: { total: number; items: readonly { id: string; code: string; version: number; createdAt: string }[] }; campaigns: { total: number; items: readonly { id: string; name: string }[] }; subscribers: readonly { imsi: string; iccid: string }[] }

export type ConfigurationVersionRow = { version: number; savedAt: string; savedBy: string; batches: number; profiles: number }

export type DashboardRange = { preset?: 'today' | '7d' | '30d' | 'month' | '12m'; from?: string; to?: string }

export type EndUserLook = { logo: { url: string; name: string } | null; accent: { palette: readonly string[]; shade: number } | null; texts: { [name: string]: { [name: string]: string } } }

export type Enterprise = { id: string; name: string; logoUrl: string | null; plan: string; role: string; createdAt: string; smdpAddress: string; issuers: readonly ('NIST' | 'BRP')[]; testIssuerOnly: boolean; deletionAt: string | null; owner: boolean }

export type EnterpriseFields = { name: EnterpriseName; timeZone: TimeZone | null; address: Address; billing: Billing }

export type EnterpriseFieldsInput = { name: EnterpriseName; timeZone?: TimeZone | null; address?: AddressInput; billing?: BillingInput }

export type EnterpriseName = string

export type Figures = { asOf: string; ranges: { today: { from: string; to: string }; yesterday: { from: string; to: string }; month: { from: string; to: string }; lastMonth: { from: string; to: string }; days30: { from: string; to: string }; before30: { from: string; to: string } }; downloadsToday: { value: number; before: number }; downloadsMonth: { value: number; before: number }; availableToday: number; redownloadsMonth: { value: number; before: number }; growthRate: number | null; successRate: number | null; statuses: readonly { status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; count: number }[]; brands: readonly { brand: string; count: number }[] }

export type Group = { id: string; name: string; color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'; notes: string; version: number; profiles: number; statuses: { [name: string]: number }; createdAt: string; updatedAt: string; createdBy: string }

export type GroupDefaults = { configurationId: string | null; recycleDays: number | null; mailMessage: string; qrPresetId: string | null }

export type GroupDefaultsInput = { configurationId?: string | null; recycleDays?: number | null; mailMessage?: string; qrPresetId?: string | null }

export type GroupRule = { id: string; mark: 'ICCID' | 'IMSI' | 'MSISDN' | 'CONFIGURATION'; value: string; configurationName: string | null; groupId: string; groupName: string; groupColor: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'; createdAt: string; createdBy: string }

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ar'

export type Leak = { id: string; profileId: string; iccid: string; kind: 'CODE_DEVICES' | 'CODE_NETWORKS'; value: number; hours: number; state: 'SUSPECTED' | 'DISMISSED' | 'REPLACED'; foundAt: string; dismissedAt: string | null; dismissedBy: string | null }

export type Lease = { id: string; profileId: string; iccid: string; status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; deviceBrand: string | null; eid: string | null; borrower: string; notes: string; endsAt: string; state: 'LENT' | 'WAITING' | 'FAILED' | 'ENDED'; endedAt: string | null; version: number; createdAt: string; createdBy: string }

export type LeaseFields = { borrower: string; notes?: string; endsAt: string }

export type MailDomain = string

export type Member = { id: string; email: string; name: string; state: 'INVITED' | 'ACTIVE' | 'INACTIVE'; role: MemberRole | null; version: number; self: boolean; manageable: boolean; secondFactor: boolean; lastSeenAt: string | null; since: string; groups: readonly { id: string; name: string }[] | null; invitationExpiresAt: string | null }

export type MemberRole = { id: string; name: string; builtIn: boolean }

export type MessagePart = { depth: number; name: string; value: string | null }

export type MoveArchive = { id: string; process: 'PROCESSING' | 'COMPLETE' | 'FAILED'; total: number; written: number; bytes: number; recipient: string; createdAt: string; completedAt: string | null; expiresAt: string; createdBy: string }

export type NewAttribute = { name: string; choices?: readonly string[]; required?: boolean; word: string; kind: 'text' | 'number' | 'date' | 'choice' | 'link' }

export type NewConfigurationFields = { type: 'Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP'; name: string; profileName: string; serviceProviderName?: string; issuer?: 'NIST' | 'BRP'; nineteenDigits?: 'complete' | 'missing'; algorithm?: 'MILENAGE' | 'TUAK' | 'XOR'; kiLength?: '128' | '256'; milenage?: { rotations: string; constants: string }; tuak?: { keccakIterations?: number; resBits?: '32' | '64' | '128' }; xor?: { resBits?: '32' | '64' | '128' }; hplmn?: readonly PlmnWithAccess[]; ehplmn?: readonly string[]; oplmn?: readonly PlmnWithAccess[]; plmn?: readonly PlmnWithAccess[]; fplmn?: readonly string[]; rplmn?: string; pnn?: { fullName: string; shortName?: string }; networkNames?: readonly { fullName: string; shortName?: string; networks?: readonly string[]; firstArea?: number; lastArea?: number }[]; gid1?: string; gid2?: string; smsp?: string; spnDisplay?: { homeNetworkNameShown?: boolean; hiddenAbroad?: boolean }; emergencyNumbers?: readonly (string | { [name: string]: unknown })[]; languages?: readonly string[]; accessClasses?: readonly string[]; operationMode?: 'normal' | 'type-approval' | 'maintenance' | 'cell-test'; mncLength?: '2' | '3'; isPin1Enabled?: boolean; fiveG?: { protectionScheme: 'null' | 'A' | 'B'; routingIndicator: string; homeNetworkPublicKey?: string; homeNetworkPublicKeyId?: number; suciCalculation: 'ME' | 'USIM'; accessIdentities?: { multimediaPriority?: boolean; missionCritical?: boolean } }; ims?: { domain?: string; pcscf?: readonly string[]; publicIdentityRecords?: number; isRemotelyManaged?: boolean }; packageVersion?: '2.1' | '2.3' | '3.1' | '3.3'; otaKeyLength?: '128' | '256'; scp80?: { keyVersion?: number; counterValue?: number; ciphering?: 'required' | 'optional'; counter?: 'higher' | 'next'; checksumLength?: '4' | '8'; securityDomainTar?: string; uiccTar?: string; usimTar?: string; isimTar?: string }; scp81?: { keyVersion?: number; pskLength?: '128' | '256'; session?: { identityPrefix?: string; address: string; port?: number; accessPoint?: string; bufferBytes?: number; host: string; uri: string; agent?: string; retries?: number; retrySeconds?: number }; personalizationData?: readonly string[] }; icon?: string; profileClass?: 'operational' | 'test' | 'provisioning'; isDisablingForbidden?: boolean; isDeletionForbidden?: boolean; notificationAddresses?: readonly string[]; owner?: { plmn: string; gid1?: string; gid2?: string }; araApplet?: { rules?: readonly { certificateHash: string; packageName?: string; permissions?: string }[] }; recycleApplet?: { service: 'cloud' | 'self'; host?: string; port?: number }; customApplet?: { file?: string; packageAid?: string; classAid?: string; instanceAid?: string; privileges?: string; parameters?: string }; confirmationCode: { mode: 'none' | 'fixed' | 'random'; code?: string }; acLifetimeDays?: number; orderedBy?: 'portal' | 'operator'; maxDownloadAttempts?: number; maxRedownloads?: number; allowDeviceChange?: boolean; rotation?: boolean }

export type NewGroup = { name: string; color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'; notes?: string }

export type NewGroupRule = { mark: 'ICCID' | 'IMSI' | 'MSISDN' | 'CONFIGURATION'; value: string; groupId: string }

export type NewTag = { name: TagName; color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink' }

export type NineteenDigitIccids = { total: number; ownCheckDigit: number; setting: NineteenDigits; isAsked: boolean }

export type NineteenDigits = 'complete' | 'missing'

export type Operation = { kind: 'AGAIN' } | { kind: 'REMOVE' } | { kind: 'GROUP'; groupId: string | null } | { kind: 'TAG'; tagId: string } | { kind: 'UNTAG'; tagId: string } | { kind: 'ATTRIBUTE'; attributeId: string; value: string } | { kind: 'NOTES'; notes: string } | { kind: 'BIND'; eid: string } | { kind: 'FREE' } | { kind: 'EXPIRY'; expiresAt: string | null } | { kind: 'CONFIRMATION'; mode: 'fixed' | 'random' | 'none'; code?: string; digits?: number } | { kind: 'ATTEMPTS' } | { kind: 'RECYCLE_TIME'; recycleAt: string | null } | { kind: 'RECYCLE' }

export type PackageComparison = { differences: readonly PackageDifference[]; total: number; next: number | null }

export type PackageDifference = { kind: 'added' | 'removed' | 'changed'; location: readonly string[]; path: string | null; before: readonly string[]; after: readonly string[]; offsets: { before: number | null; after: number | null } }

export type PackageElement = { index: number; kind: string; bytes: number; facts: readonly string[]; files: readonly PackageFile[] }

export type PackageFile = { path: string; name: string; structure: string; bytes: number; lines: readonly string[] | null; hex: string | null }

export type PackageFinding = { rule: string; severity: 'error' | 'warning'; clause: string; text: string; path: string | null }

export type PackageInspection = { length: number; elements: number; parts: readonly PackagePart[]; next: number | null; findings: readonly PackageFinding[]; findingCount: number }

export type PackagePart = { depth: number; label: string; path: string | null; facts: readonly string[]; words: readonly string[]; offset: number | null; length: number; hex: string | null; isHidden: boolean }

export type PackageSource = { kind: 'text'; text: string } | { kind: 'configuration'; id: string; version?: number }

export type PermissionNode = { menuName: string; children: readonly PermissionNode[] }

export type PlanLimits = { downloads: number | null; configurations: number | null; configurationTypes: readonly string[]; oplmn: number | null; fplmn: number | null; redownloadsAMonth: number | null; downloadAttempts: number | null; members: number | null; features: readonly ('OPEN_API' | 'WEBHOOK' | 'EID_PUSH' | 'BLOCK' | 'QR_LOGO' | 'AC_LINK' | 'DEVICE_CHANGE')[]; apiCallsASecond: number | null; iccids: number | null; rules: number | null }

export type PlanOutlook = { name: string; downloads: number | null; left: number | null; extraDownloadCents: number | null; iccidsLeft: number | null }

export type PlannedDelivery = { id: string; planId: string; version: number; state: 'PLANNED' | 'WAITING' | 'SENT' | 'REFUSED' | 'SKIPPED' | 'CANCELED'; profileId: string; iccid: string; recipient: string | null; at: string; timeZone: string; dueAt: string; clockChange: ('GAP' | 'TWICE') | null; language: Language | null; message: string; opensPage: boolean; reason: string | null; sentAt: string | null; plannedBy: string }

export type PlmnWithAccess = { plmn: string; access: readonly ('GSM' | 'UTRAN' | 'E-UTRAN' | 'NG-RAN')[] }

export type Profile = { id: string; iccid: string; imsi: string; msisdn: string | null; eid: string | null; spn: string; status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; statusAt: string; orderState: 'Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable'; orderStateAt: string; matchingId: string; activationCode: string; protection: ('PLAIN' | 'PGP') | null; region: string | null; deviceBrand: string | null; deviceModel: string | null; notes: string | null; configurationId: string; configurationName: string; configurationType: string; batchId: string; batchCode: string; groupId: string | null; groupName: string | null; groupColor: string | null; tags: readonly ProfileTag[]; attributes: { [name: string]: string }; campaignId: string | null; campaignName: string | null; acFormat: 'STRING' | 'PICTURE' | 'AC_LINK' | 'NONE'; downloads: number; recycleStatus: 'NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED'; recycleReason: ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END') | null; recycleAt: string | null; sample: boolean; createdAt: string; createdBy: string; configurationVersion: number; confirmationCodeRequired: boolean; attempts: number; maxAttempts: number; redownloads: number; maxRedownloads: number; confirmationFailures: number; expiresAt: string | null; link: string | null; smdpAddress: string; testDevicesOnly: boolean; deviceRelease: number | null; keysErasedAt: string | null }

export type ProfileBlock = { id: string; kind: 'EID' | 'EID_RANGE' | 'TAC'; value: string; createdAt: string; createdBy: string; profileId: string }

export type ProfileEvent = { id: string; profileId: string; iccid: string; type: 'GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED'; at: string; actor: 'user' | 'device' | 'system'; actorName: string | null; ruleId: string | null; ruleName: string | null; address: string | null; eid: string | null; device: string | null; subjectCode: string | null; reasonCode: string | null; text: string; messageId: string | null }

export type ProfileRow = { id: string; iccid: string; imsi: string; msisdn: string | null; eid: string | null; spn: string; status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'; statusAt: string; orderState: 'Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable'; orderStateAt: string; matchingId: string; activationCode: string; protection: ('PLAIN' | 'PGP') | null; region: string | null; deviceBrand: string | null; deviceModel: string | null; notes: string | null; configurationId: string; configurationName: string; configurationType: string; batchId: string; batchCode: string; groupId: string | null; groupName: string | null; groupColor: string | null; tags: readonly ProfileTag[]; attributes: { [name: string]: string }; campaignId: string | null; campaignName: string | null; acFormat: 'STRING' | 'PICTURE' | 'AC_LINK' | 'NONE'; downloads: number; recycleStatus: 'NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED'; recycleReason: ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END') | null; recycleAt: string | null; sample: boolean; createdAt: string; createdBy: string }

export type ProfileTag = { id: string; name: string; color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink' }

export type Push = { id: string; profileId: string; iccid: string; eid: string; state: 'PUSHED' | 'DOWNLOADED' | 'FAILED'; stateAt: string; reason: string | null; smds: string; createdAt: string; createdBy: string }

export type PushableProfile = { iccid: string; serviceProviderName: string; configurationName: string; eid: string | null; confirmationCodeRequired: boolean }

export type QrPreset = { style: QrStyle; logo: string | null; id: string; name: string; logoId: string | null; version: number; isStandard: boolean }

export type QrStyle = { foreground: string; gradient: { to: string; direction: 'down' | 'right' | 'diagonal' | 'radial' } | null; background: string; modules: 'square' | 'rounded' | 'dots' | 'lines'; corners: 'square' | 'rounded' | 'circle'; cornerColor: string | null; logoPercent: number }

export type Recipient = { id: string; name: string; email: string }

export type RecycleEntry = { id: string; at: string; profileId: string; iccid: string; eid: string | null; orderId: string; step: 'SET' | 'TAKEN_BACK' | 'BEGUN' | 'RECYCLED' | 'FAILED' | 'MESSAGE_REFUSED'; reason: ('EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END') | null; dueAt: string | null; actor: 'user' | 'device' | 'system'; actorName: string | null; address: string | null; text: string }

export type Report = { asOf: string; timeZone: string; range: { from: string; to: string } | null; rows: readonly ReportRow[]; totals: { [name: string]: number }; isCut: boolean; billing: BilledUse | null; isRounded: boolean }

export type ReportParameters = { kind: 'usage' | 'funnel' | 'failures' | 'stale' | 'devices' | 'inventory'; range: 'today' | 'yesterday' | 'last7' | 'last30' | 'last90' | 'thisMonth' | 'lastMonth' | 'thisYear' | 'lastYear' | 'last12' | 'days' | 'billing'; from?: string; to?: string; orderCode?: string; step: 'day' | 'week' | 'month' | 'whole'; by?: 'total' | 'configuration' | 'group' | 'campaign' | 'brand' | 'region' | 'member'; only: readonly string[] }

export type ReportParametersInput = { kind?: 'usage' | 'funnel' | 'failures' | 'stale' | 'devices' | 'inventory'; range?: 'today' | 'yesterday' | 'last7' | 'last30' | 'last90' | 'thisMonth' | 'lastMonth' | 'thisYear' | 'lastYear' | 'last12' | 'days' | 'billing'; from?: string; to?: string; orderCode?: string; step?: 'day' | 'week' | 'month' | 'whole'; by?: 'total' | 'configuration' | 'group' | 'campaign' | 'brand' | 'region' | 'member'; only?: readonly string[] }

export type ReportRow = { id: string; from?: string; to?: string; period?: string; dimension?: string; name?: string; isDeleted?: boolean; subjectCode?: string; reasonCode?: string; brand?: string; model?: string; lastSeen?: string; values: { [name: string]: number } }

export type Role = { id: string; name: string; builtIn: boolean; permissions: readonly string[]; members: number; grantable: boolean; version: number; updatedAt: string | null }

export type RoleId = string

export type Rule = { when: { events: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED' | 'BATCH_DONE' | 'BATCH_PARTLY_FAILED' | 'BATCH_FAILED')[]; afterDays: number; without: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED')[] }; conditions: { configurationIds: readonly string[]; groupIds: readonly string[]; tagIds: readonly string[]; withoutTagIds: readonly string[]; attributes: readonly { attributeId: string; test: 'is' | 'isNot' | 'set' | 'empty'; value: string }[]; devices: readonly string[]; regions: readonly string[]; codes: readonly string[]; failedRows: number }; actions: readonly RuleAction[]; name: string; hourlyLimit: number; id: string; version: number; state: 'ACTIVE' | 'PAUSED' | 'STOPPED'; stopReason: ('OWNER_GONE' | 'OWNER_LIMITED' | 'RIGHT_LOST' | 'KEY_GONE' | 'PLAN_LIMIT' | 'REFERENCE_GONE') | null; stoppedAt: string | null; sentence: string; actedToday: number; waiting: number; lastActedAt: string | null; createdAt: string; createdBy: string; savedBy: string; savedKey: string | null; savedAt: string }

export type RuleAction = { kind: 'NOTIFY'; text: string } | { kind: 'TAG'; tagId: string } | { kind: 'UNTAG'; tagId: string } | { kind: 'ATTRIBUTE'; attributeId: string; value: string } | { kind: 'GROUP'; groupId: string | null } | { kind: 'RECYCLE' } | { kind: 'AGAIN' } | { kind: 'SEND'; email: '' | string; attributeId: string | null; message: string } | { kind: 'BLOCK'; note: string } | { kind: 'WEBHOOK'; text: string }

export type RuleActionInput = { kind: 'NOTIFY'; text?: string } | { kind: 'TAG'; tagId: string } | { kind: 'UNTAG'; tagId: string } | { kind: 'ATTRIBUTE'; attributeId: string; value: string } | { kind: 'GROUP'; groupId: string | null } | { kind: 'RECYCLE' } | { kind: 'AGAIN' } | { kind: 'SEND'; email?: '' | string; attributeId?: string | null; message?: string } | { kind: 'BLOCK'; note?: string } | { kind: 'WEBHOOK'; text?: string }

export type RuleDefinition = { when: { events: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED' | 'BATCH_DONE' | 'BATCH_PARTLY_FAILED' | 'BATCH_FAILED')[]; afterDays?: number; without?: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED')[] }; conditions?: { configurationIds?: readonly string[]; groupIds?: readonly string[]; tagIds?: readonly string[]; withoutTagIds?: readonly string[]; attributes?: readonly { attributeId: string; test: 'is' | 'isNot' | 'set' | 'empty'; value?: string }[]; devices?: readonly string[]; regions?: readonly string[]; codes?: readonly string[]; failedRows?: number }; actions: readonly RuleActionInput[] }

export type RuleFields = { when: { events: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED' | 'BATCH_DONE' | 'BATCH_PARTLY_FAILED' | 'BATCH_FAILED')[]; afterDays?: number; without?: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED')[] }; conditions?: { configurationIds?: readonly string[]; groupIds?: readonly string[]; tagIds?: readonly string[]; withoutTagIds?: readonly string[]; attributes?: readonly { attributeId: string; test: 'is' | 'isNot' | 'set' | 'empty'; value?: string }[]; devices?: readonly string[]; regions?: readonly string[]; codes?: readonly string[]; failedRows?: number }; actions: readonly RuleActionInput[]; name: string; hourlyLimit?: number }

export type RuleFieldsInput = { when: { events: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED' | 'BATCH_DONE' | 'BATCH_PARTLY_FAILED' | 'BATCH_FAILED')[]; afterDays?: number; without?: readonly ('GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED')[] }; conditions?: { configurationIds?: readonly string[]; groupIds?: readonly string[]; tagIds?: readonly string[]; withoutTagIds?: readonly string[]; attributes?: readonly { attributeId: string; test: 'is' | 'isNot' | 'set' | 'empty'; value?: string }[]; devices?: readonly string[]; regions?: readonly string[]; codes?: readonly string[]; failedRows?: number }; actions: readonly RuleActionInput[]; name: string; hourlyLimit?: number }

export type RuleRun = { profileId: string | null; iccid: string | null; batchId: string | null; batchCode: string | null; eventId: string; event: 'GENERATED' | 'GENERATED_AGAIN' | 'ORDERED' | 'ORDER_CONFIRMED' | 'ORDER_RELEASED' | 'ORDER_CANCELED' | 'OPENED' | 'AUTHENTICATED' | 'DOWNLOADED' | 'INSTALLED' | 'INSTALL_FAILED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'AVAILABLE_AGAIN' | 'PUSHED' | 'PUSH_FAILED' | 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT' | 'SET_FREE' | 'REFUSED' | 'SESSION_CANCELED' | 'ERROR' | 'EXPIRED' | 'NOTIFICATION_REFUSED' | 'EDITED' | 'REMOVED' | 'RESTORED' | 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED' | 'KEYS_ERASED' | 'LEAK_SUSPECTED' | 'BATCH_DONE' | 'BATCH_PARTLY_FAILED' | 'BATCH_FAILED'; happenedAt: string; id: string; ruleId: string; ruleName: string; state: 'WAITING' | 'DONE' | 'SKIPPED' | 'DROPPED'; depth: number; matchedAt: string; actedAt: string | null; reasons: readonly string[] }

export type RunningOperation = { id: string; kind: 'AGAIN' | 'REMOVE' | 'GROUP' | 'TAG' | 'UNTAG' | 'ATTRIBUTE' | 'NOTES' | 'BIND' | 'FREE' | 'EXPIRY' | 'CONFIRMATION' | 'ATTEMPTS' | 'RECYCLE_TIME' | 'RECYCLE'; given: string | null; process: 'PROCESSING' | 'COMPLETE'; total: number; succeeded: number; failed: number; canceled: boolean; canUndo: boolean; undoes: string | null; undoneBy: string | null; createdAt: string; startedAt: string | null; completedAt: string | null; createdBy: string }

export type SavedReport = { id: string; name: string; parameters: ReportParameters; isShared: boolean; version: number; createdBy: string; manageable: boolean; schedules: number }

export type SavedReportFields = { name: string; parameters: ReportParametersInput; isShared?: boolean }

export type SavedReportFieldsInput = { name: string; parameters: ReportParametersInput; isShared?: boolean }

export type Schedule = { id: string; reportId: string; reportName: string; version: number; state: 'ACTIVE' | 'PAUSED' | 'STOPPED'; stopReason: ('OWNER_LEFT' | 'OWNER_MAY_NOT' | 'NO_RECIPIENT' | 'REPORT_INVALID') | null; owner: string; manageable: boolean; every: 'DAY' | 'WEEK' | 'MONTH'; hour: number; weekday: number; monthDay: number; timeZone: string; format: 'csv' | 'xlsx'; delivery: 'LINK' | 'FILE'; recipients: readonly { id: string; name: string }[]; nextAt: string | null; lastAt: string | null; lastMails: number | null }

export type ScheduleFields = { every?: 'DAY' | 'WEEK' | 'MONTH'; hour?: number; weekday?: number; monthDay?: number; timeZone: TimeZone; format?: 'csv' | 'xlsx'; delivery?: 'LINK' | 'FILE'; recipients: readonly string[]; isPaused?: boolean }

export type SharedView = { name: string; filter: string; sort?: { by: string; direction: 'asc' | 'desc' }; id: string; version: number; createdBy: string; manageable: boolean }

export type Source = { id: string; fileName: string; protection: 'PLAIN' | 'PGP'; configurationId: string; configurationName: string; columns: readonly string[]; renamed: readonly { name: string; column: string }[]; total: number; faulty: number; existing: number; warned: number; warningCounts: readonly { column: string; rule: string; text: string; count: number }[]; faultCounts: readonly { column: string; rule: string; text: string; count: number }[]; changes: readonly { column: string; text: string; count: number }[]; nineteenDigits: NineteenDigitIccids | null; plan: PlanOutlook; expiresAt: string }

export type SourceRow = { line: number; values: { [name: string]: string }; secret: readonly string[]; faults: readonly CellFault[]; warnings: readonly CellFault[]; exists: boolean }

export type SsoConnection = { issuer: string; clientId: string; defaultRole: 'Admin' | 'Sub-admin' | 'Operator' | 'Finance' | 'Developer' | 'Viewer'; enabled: boolean; only: boolean; testedAt: string | null; version: number; updatedAt: string }

export type SsoDomain = { domain: string; recordName: string; recordText: string; provedAt: string | null; provedBy: ('DNS' | 'STAFF') | null }

export type SsoTest = { issuer: string; clientId: string; state: 'RUNNING' | 'PASSED' | 'FAILED'; at: string; ofSaved: boolean; result: { failure: ('DENIED' | 'UNREACHABLE' | 'REFUSED' | 'NO_EMAIL' | 'FOREIGN_DOMAIN') | null; email: string; name: string; claims: readonly string[]; error: string; tried: string } | null }

export type StoredConfiguration = { type: 'Regular' | 'Private_LTE' | 'Conformance_Test' | 'Advanced' | 'UPP'; name: string; profileName: string; serviceProviderName: string; issuer?: 'NIST' | 'BRP'; nineteenDigits?: 'complete' | 'missing'; algorithm: 'MILENAGE' | 'TUAK' | 'XOR'; kiLength: '128' | '256'; milenage?: { rotations: string; constants: string }; tuak?: { keccakIterations: number; resBits: '32' | '64' | '128' }; xor?: { resBits: '32' | '64' | '128' }; hplmn: readonly PlmnWithAccess[]; ehplmn: readonly string[]; oplmn: readonly PlmnWithAccess[]; plmn: readonly PlmnWithAccess[]; fplmn: readonly string[]; rplmn?: string; pnn?: { fullName: string; shortName: string }; networkNames: readonly { fullName: string; shortName: string; networks: readonly string[]; firstArea?: number; lastArea?: number }[]; gid1: string; gid2: string; smsp: string; spnDisplay?: { homeNetworkNameShown: boolean; hiddenAbroad: boolean }; emergencyNumbers: readonly { number: string; name: string; services: readonly ('police' | 'ambulance' | 'fire' | 'marine' | 'mountain' | 'manual-ecall' | 'automatic-ecall')[] }[]; languages: readonly string[]; accessClasses: readonly string[]; operationMode?: 'normal' | 'type-approval' | 'maintenance' | 'cell-test'; mncLength?: '2' | '3'; isPin1Enabled: boolean; fiveG?: { protectionScheme: 'null' | 'A' | 'B'; routingIndicator: string; homeNetworkPublicKey?: string; homeNetworkPublicKeyId?: number; suciCalculation: 'ME' | 'USIM'; accessIdentities?: { multimediaPriority: boolean; missionCritical: boolean } }; ims?: { domain?: string; pcscf: readonly string[]; publicIdentityRecords: number; isRemotelyManaged: boolean }; packageVersion: '2.1' | '2.3' | '3.1' | '3.3'; otaKeyLength: '128' | '256'; scp80?: { keyVersion: number; counterValue: number; ciphering: 'required' | 'optional'; counter: 'higher' | 'next'; checksumLength: '4' | '8'; securityDomainTar: string; uiccTar: string; usimTar: string; isimTar: string }; scp81?: { keyVersion: number; pskLength: '128' | '256'; session?: { identityPrefix: string; address: string; port: number; accessPoint: string; bufferBytes: number; host: string; uri: string; agent: string; retries: number; retrySeconds: number }; personalizationData: readonly string[] }; icon?: string; profileClass?: 'operational' | 'test' | 'provisioning'; isDisablingForbidden: boolean; isDeletionForbidden: boolean; notificationAddresses: readonly string[]; owner?: { plmn: string; gid1: string; gid2: string }; araApplet?: { rules: readonly { certificateHash: string; packageName: string; permissions: string }[] }; recycleApplet?: { service: 'cloud' | 'self'; host?: string; port?: number }; customApplet?: { file: string; packageAid: string; classAid: string; instanceAid: string; privileges: string; parameters: string }; confirmationCode: { mode: 'none' | 'fixed' | 'random'; code?: string }; acLifetimeDays?: number; orderedBy: 'portal' | 'operator'; maxDownloadAttempts: number; maxRedownloads: number; allowDeviceChange: boolean; rotation: boolean }

export type Tag = { id: string; name: string; color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'; version: number; profiles: number | null; capped: boolean; createdAt: string; updatedAt: string; createdBy: string }

export type TagName = string

export type TimeZone = string

export type Trend = { points: readonly { period: string; from: string; to: string; generated: number; downloads: number; redownloads: number; installs: number; errors: number }[] }

export type UserPlan = { enterpriseId: string; plan: 'DEFAULT' | 'DEMO' | 'BASIC' | 'PRO' | 'PREMIUM' | 'LAB'; limits: PlanLimits; kind: 'BASE' | 'TRIAL' | 'GIVEN' | 'BOUGHT'; startsAt: string; endsAt: string | null; order: 'running' | 'expired' | 'none'; text: string | null; trial: { state: 'available' | 'running' | 'ended' | 'unavailable'; days: number; daysLeft: number; refusal: ('FURTHER' | 'PERSON' | 'DOMAIN') | null }; downloads: { total: number | null; used: number; available: number | null; exceeded: number; installations: number; extraDownloadCents: number | null }; configurations: { used: number; max: number | null }; members: { used: number; max: number | null; invited: number }; iccids: { used: number; max: number | null }; samples: boolean; frozen: boolean; suspended: { reason: string | null } | null }

export type ViewFields = { name: string; filter: string; sort?: { by: string; direction: 'asc' | 'desc' } }

export type Voucher = { number: number; state: 'UNUSED' | 'REDEEMED' | 'REVOKED' | 'EXPIRED'; redeemedAt: string | null; profileId: string | null; iccid: string | null; address: string | null; revokedAt: string | null }

export type VoucherBatch = { id: string; version: number; name: string; state: 'VALID' | 'EXPIRED' | 'REVOKED'; campaignId: string; campaignName: string; count: number; redeemed: number; revoked: number; wrong: number; expiresAt: string | null; addressLimit: number | null; link: string | null; codesUntil: string | null; revokedAt: string | null; createdAt: string; createdBy: string }

export type VoucherBatchChange = { name: string; expiresAt?: string | null; addressLimit?: number | null }

export type VoucherBatchFields = { name: string; expiresAt?: string | null; addressLimit?: number | null; campaignId: string; count: number }

export type VoucherCodeText = string

export type YamlChange = { path: string; before: string | null; after: string | null }

export const callTable = {
  '/approval/approve': { method: 'POST' },
  '/approval/cancel': { method: 'POST' },
  '/approval/comment': { method: 'POST' },
  '/approval/get': { method: 'POST', reads: true },
  '/approval/keepOn': { method: 'POST' },
  '/approval/list': { method: 'POST', reads: true },
  '/approval/objects': { method: 'POST', reads: true },
  '/approval/policy': { method: 'POST', reads: true },
  '/approval/refuse': { method: 'POST' },
  '/approval/setPolicy': { method: 'POST' },
  '/approval/waiting': { method: 'POST', reads: true },
  '/attribute/add': { method: 'POST' },
  '/attribute/edit': { method: 'POST' },
  '/attribute/list': { method: 'POST', reads: true },
  '/attribute/previewRetype': { method: 'POST', reads: true },
  '/attribute/remove': { method: 'POST' },
  '/attribute/reorder': { method: 'POST' },
  '/attribute/retype': { method: 'POST' },
  '/audit/export': { method: 'POST', answer: 'file' },
  '/audit/get': { method: 'POST', reads: true },
  '/audit/list': { method: 'POST', reads: true },
  '/audit/verify': { method: 'POST', reads: true },
  '/block/add': { method: 'POST' },
  '/block/delete': { method: 'POST' },
  '/block/device': { method: 'POST' },
  '/block/edit': { method: 'POST' },
  '/block/hits': { method: 'POST', reads: true },
  '/block/list': { method: 'POST', reads: true },
  '/block/ofProfiles': { method: 'POST', reads: true },
  '/block/profiles': { method: 'POST', reads: true },
  '/block/upload': { method: 'POST', body: 'form-data' },
  '/campaign/add': { method: 'POST', once: true },
  '/campaign/delete': { method: 'POST' },
  '/campaign/edit': { method: 'POST' },
  '/campaign/end': { method: 'POST' },
  '/campaign/fill': { method: 'POST', once: true },
  '/campaign/get': { method: 'POST', reads: true },
  '/campaign/list': { method: 'POST', reads: true },
  '/campaign/live': { method: 'GET', reads: true, answer: 'events' },
  '/campaign/outcome': { method: 'POST', reads: true },
  '/campaign/pause': { method: 'POST' },
  '/campaign/preview': { method: 'POST', reads: true },
  '/campaign/previewNew': { method: 'POST', reads: true },
  '/campaign/recycle': { method: 'POST' },
  '/campaign/refusals': { method: 'POST', reads: true },
  '/campaign/refusals/report': { method: 'POST', answer: 'file' },
  '/campaign/report': { method: 'POST', answer: 'file' },
  '/campaign/resume': { method: 'POST' },
  '/campaign/start': { method: 'POST' },
  '/campaign/takeout': { method: 'POST' },
  '/campaign/trend': { method: 'POST', reads: true },
  '/comment/add': { method: 'POST', once: true },
  '/comment/edit': { method: 'POST' },
  '/comment/export': { method: 'POST', answer: 'file' },
  '/comment/get': { method: 'POST', reads: true },
  '/comment/list': { method: 'POST', reads: true },
  '/comment/people': { method: 'POST', reads: true },
  '/comment/remove': { method: 'POST' },
  '/configuration/add': { method: 'POST', once: true },
  '/configuration/applet/delete': { method: 'POST' },
  '/configuration/applet/list': { method: 'POST', reads: true },
  '/configuration/applet/upload': { method: 'POST', body: 'form-data' },
  '/configuration/delete': { method: 'POST' },
  '/configuration/edit': { method: 'POST' },
  '/configuration/get': { method: 'POST', reads: true },
  '/configuration/list': { method: 'POST', reads: true },
  '/configuration/silence': { method: 'POST' },
  '/configuration/usage': { method: 'POST', reads: true },
  '/configuration/version/get': { method: 'POST', reads: true },
  '/configuration/version/list': { method: 'POST', reads: true },
  '/configuration/version/restore': { method: 'POST' },
  '/configuration/yaml/export': { method: 'POST', reads: true },
  '/configuration/yaml/import': { method: 'POST', once: true },
  '/configuration/yaml/plan': { method: 'POST', reads: true },
  '/dashboard/breakdown': { method: 'POST', reads: true },
  '/dashboard/range': { method: 'POST', reads: true },
  '/dashboard/summary': { method: 'POST', reads: true },
  '/delivery/addPreset': { method: 'POST', once: true },
  '/delivery/deletePreset': { method: 'POST' },
  '/delivery/editPreset': { method: 'POST' },
  '/delivery/excludedFile': { method: 'POST', reads: true, answer: 'file' },
  '/delivery/fileContent': { method: 'POST', answer: 'file' },
  '/delivery/fileLeft': { method: 'POST', reads: true, answer: 'file' },
  '/delivery/fileProgress': { method: 'GET', reads: true, answer: 'events' },
  '/delivery/files': { method: 'POST', reads: true },
  '/delivery/inspect': { method: 'POST', reads: true },
  '/delivery/label': { method: 'POST', reads: true, answer: 'file' },
  '/delivery/mails': { method: 'POST', reads: true },
  '/delivery/page': { method: 'POST', reads: true },
  '/delivery/planMails': { method: 'POST', reads: true },
  '/delivery/presets': { method: 'POST', reads: true },
  '/delivery/previewFile': { method: 'POST', reads: true },
  '/delivery/sendMails': { method: 'POST', once: true },
  '/delivery/setPage': { method: 'POST' },
  '/delivery/setStandard': { method: 'POST' },
  '/delivery/startFile': { method: 'POST', once: true },
  '/delivery/uploadLogo': { method: 'POST', body: 'form-data' },
  '/eidpush/create': { method: 'POST', once: true },
  '/eidpush/list': { method: 'POST', reads: true },
  '/eidpush/profiles': { method: 'POST', reads: true },
  '/eidpush/retry': { method: 'POST', once: true },
  '/eidpush/room': { method: 'POST', reads: true },
  '/eidpush/withdraw': { method: 'POST' },
  '/enduser/query': { method: 'POST', reads: true },
  '/enterprise/deletion/preview': { method: 'POST', reads: true },
  '/enterprise/edit': { method: 'POST' },
  '/enterprise/info': { method: 'POST', reads: true },
  '/enterprise/logo/remove': { method: 'POST' },
  '/enterprise/logo/save': { method: 'POST', body: 'form-data' },
  '/enterprise/move/arrivalFile': { method: 'POST', reads: true, answer: 'file' },
  '/enterprise/move/overview': { method: 'POST', reads: true },
  '/enterprise/move/remove': { method: 'POST' },
  '/enterprise/settings': { method: 'POST', reads: true },
  '/erasure/get': { method: 'POST', reads: true },
  '/erasure/preview': { method: 'POST', reads: true },
  '/erasure/set': { method: 'POST' },
  '/fleet/brands': { method: 'POST', reads: true },
  '/fleet/count': { method: 'POST', reads: true },
  '/fleet/detail': { method: 'POST', reads: true },
  '/fleet/device': { method: 'POST', reads: true },
  '/fleet/export': { method: 'POST', answer: 'file' },
  '/fleet/list': { method: 'POST', reads: true },
  '/fleet/makers': { method: 'POST', reads: true },
  '/fleet/message': { method: 'POST', reads: true },
  '/fleet/package': { method: 'POST', reads: true },
  '/fleet/setFree': { method: 'POST' },
  '/fleet/timeline': { method: 'POST', reads: true },
  '/generate/cancel': { method: 'POST' },
  '/generate/range': { method: 'POST', once: true },
  '/generate/rangePreview': { method: 'POST', reads: true },
  '/generate/rangeUse': { method: 'POST', reads: true },
  '/generate/single': { method: 'POST', once: true },
  '/generate/start': { method: 'POST', once: true },
  '/group/add': { method: 'POST' },
  '/group/defaults': { method: 'POST', reads: true },
  '/group/edit': { method: 'POST' },
  '/group/figures': { method: 'POST', reads: true },
  '/group/get': { method: 'POST', reads: true },
  '/group/list': { method: 'POST', reads: true },
  '/group/remove': { method: 'POST' },
  '/group/rule/add': { method: 'POST' },
  '/group/rule/list': { method: 'POST', reads: true },
  '/group/rule/remove': { method: 'POST' },
  '/group/setDefaults': { method: 'POST' },
  '/group/trend': { method: 'POST', reads: true },
  '/inspection/compare': { method: 'POST', reads: true },
  '/inspection/inspect': { method: 'POST', reads: true },
  '/leak/dismiss': { method: 'POST' },
  '/leak/list': { method: 'POST', reads: true },
  '/lease/edit': { method: 'POST' },
  '/lease/end': { method: 'POST' },
  '/lease/lend': { method: 'POST' },
  '/lease/list': { method: 'POST', reads: true },
  '/log/batch': { method: 'POST', reads: true },
  '/log/batchRows': { method: 'POST', reads: true },
  '/log/batches': { method: 'POST', reads: true },
  '/log/batches/export': { method: 'POST', answer: 'file' },
  '/log/leftOut': { method: 'POST', reads: true, answer: 'file' },
  '/log/profiles': { method: 'POST', reads: true },
  '/log/profiles/export': { method: 'POST', answer: 'file' },
  '/log/progress': { method: 'GET', reads: true, answer: 'events' },
  '/log/recycles': { method: 'POST', reads: true },
  '/log/recycles/export': { method: 'POST', answer: 'file' },
  '/log/result': { method: 'POST', answer: 'file' },
  '/notice/threshold': { method: 'POST' },
  '/operation/cancel': { method: 'POST' },
  '/operation/change': { method: 'POST' },
  '/operation/excluded': { method: 'POST', reads: true, answer: 'file' },
  '/operation/get': { method: 'POST', reads: true },
  '/operation/list': { method: 'POST', reads: true },
  '/operation/moveListed': { method: 'POST', body: 'form-data' },
  '/operation/preview': { method: 'POST', reads: true },
  '/operation/progress': { method: 'GET', reads: true, answer: 'events' },
  '/operation/result': { method: 'POST', answer: 'file' },
  '/operation/start': { method: 'POST', once: true },
  '/operation/undo': { method: 'POST', once: true },
  '/operation/unfit': { method: 'POST', reads: true },
  '/permission/getUserPermissions': { method: 'POST', reads: true },
  '/plan/queryOrder': { method: 'POST', reads: true },
  '/plannedDelivery/add': { method: 'POST', once: true },
  '/plannedDelivery/cancel': { method: 'POST' },
  '/plannedDelivery/edit': { method: 'POST' },
  '/plannedDelivery/list': { method: 'POST', reads: true },
  '/plannedDelivery/move': { method: 'POST' },
  '/plannedDelivery/preview': { method: 'POST', reads: true },
  '/recycle/profile': { method: 'POST', reads: true },
  '/recycle/simulate': { method: 'POST' },
  '/report/add': { method: 'POST' },
  '/report/choices': { method: 'POST', reads: true },
  '/report/delete': { method: 'POST' },
  '/report/edit': { method: 'POST' },
  '/report/export': { method: 'POST', answer: 'file' },
  '/report/list': { method: 'POST', reads: true },
  '/report/run': { method: 'POST', reads: true },
  '/report/schedule/add': { method: 'POST' },
  '/report/schedule/delete': { method: 'POST' },
  '/report/schedule/edit': { method: 'POST' },
  '/report/schedule/list': { method: 'POST', reads: true },
  '/report/schedule/recipients': { method: 'POST', reads: true },
  '/role/delete': { method: 'POST' },
  '/role/list': { method: 'POST', reads: true },
  '/rule/add': { method: 'POST', once: true },
  '/rule/edit': { method: 'POST' },
  '/rule/get': { method: 'POST', reads: true },
  '/rule/list': { method: 'POST', reads: true },
  '/rule/log': { method: 'POST', reads: true },
  '/rule/pause': { method: 'POST' },
  '/rule/remove': { method: 'POST' },
  '/rule/resume': { method: 'POST' },
  '/rule/trial': { method: 'POST', reads: true },
  '/sample/delete': { method: 'POST' },
  '/search/query': { method: 'POST', reads: true },
  '/source/discard': { method: 'POST' },
  '/source/faults': { method: 'POST', reads: true, answer: 'file' },
  '/source/forgetColumns': { method: 'POST' },
  '/source/get': { method: 'POST', reads: true },
  '/source/mend': { method: 'POST' },
  '/source/pgpKey': { method: 'POST' },
  '/source/rows': { method: 'POST', reads: true },
  '/source/template': { method: 'POST', reads: true, answer: 'file' },
  '/source/upload': { method: 'POST', body: 'form-data' },
  '/sso/domain/check': { method: 'POST' },
  '/sso/query': { method: 'POST', reads: true },
  '/tag/add': { method: 'POST' },
  '/tag/edit': { method: 'POST' },
  '/tag/list': { method: 'POST', reads: true },
  '/tag/merge': { method: 'POST' },
  '/tag/remove': { method: 'POST' },
  '/user/deactivate': { method: 'POST' },
  '/user/delete': { method: 'POST' },
  '/user/list': { method: 'POST', reads: true },
  '/user/list/export': { method: 'POST', answer: 'file' },
  '/user/reactivate': { method: 'POST' },
  '/user/resend/invitation': { method: 'POST' },
  '/view/delete': { method: 'POST' },
  '/view/edit': { method: 'POST' },
  '/view/list': { method: 'POST', reads: true },
  '/view/share': { method: 'POST' },
  '/voucher/add': { method: 'POST', once: true },
  '/voucher/codes': { method: 'POST', answer: 'file' },
  '/voucher/edit': { method: 'POST' },
  '/voucher/get': { method: 'POST', reads: true },
  '/voucher/labels': { method: 'POST', answer: 'file' },
  '/voucher/list': { method: 'POST', reads: true },
  '/voucher/report': { method: 'POST', answer: 'file' },
  '/voucher/revoke': { method: 'POST' },
  '/voucher/revokeBatch': { method: 'POST' },
  '/voucher/vouchers': { method: 'POST', reads: true },
  '/webhook/listen': { method: 'POST', reads: true },
  '/webhook/receivers': { method: 'POST', reads: true },
} as const

export const problemNames = {
  '10206': 'session_missing',
  '10102': 'session_expired',
  '10103': 'session_ended',
  '11001': 'credentials_wrong',
  '11002': 'account_not_activated',
  '11003': 'account_inactive',
  '11004': 'activation_invalid',
  '11005': 'sign_in_slowed',
  '11006': 'no_enterprise',
  '11007': 'reset_invalid',
  '11008': 'step_up_needed',
  '11009': 'proof_wrong',
  '11010': 'second_factor_needed',
  '11011': 'sign_in_step_gone',
  '11012': 'code_wrong',
  '11013': 'passkey_refused',
  '11014': 'no_password',
  '11015': 'owner_needed',
  '11016': 'own_factor_first',
  '11101': 'invitation_invalid',
  '11102': 'not_grantable',
  '11103': 'last_owner',
  '11104': 'member_above',
  '11105': 'role_name_used',
  '11106': 'role_in_use',
  '11107': 'role_built_in',
  '11123': 'groups_limited',
  '11124': 'group_needed',
  '11125': 'group_limit_unfit',
  '11126': 'group_limit_wider',
  '11127': 'groups_gone',
  '11108': 'member_state_unfit',
  '11109': 'own_membership',
  '11110': 'invitations_too_many',
  '11121': 'owner_suspended',
  '11122': 'enterprise_suspended',
  '11130': 'approval_needed',
  '11131': 'approval_own',
  '11132': 'approval_over',
  '11133': 'approval_too_few',
  '11134': 'approval_objects_changed',
  '11135': 'approval_rights_lost',
  '11136': 'approval_possible',
  '11111': 'enterprises_too_many',
  '11112': 'roles_too_many',
  '11201': 'oauth_gone',
  '11202': 'oauth_denied',
  '11203': 'oauth_refused',
  '11204': 'oauth_unreachable',
  '11205': 'oauth_no_email',
  '11206': 'oauth_unknown',
  '11207': 'identity_taken',
  '11208': 'last_way_in',
  '11209': 'sso_only',
  '11210': 'sso_unknown',
  '11211': 'sso_foreign_mail',
  '11212': 'sso_unproved',
  '11217': 'sso_untested',
  '11213': 'domain_taken',
  '11214': 'domain_unproved',
  '11216': 'sso_bound',
  '11215': 'domains_too_many',
  '12001': 'configuration_name_used',
  '12002': 'configuration_incomplete',
  '12014': 'configuration_ordered',
  '12003': 'configuration_unbuildable',
  '12004': 'configuration_takes_packages',
  '12005': 'applet_used',
  '12006': 'applet_known',
  '13001': 'file_empty',
  '13002': 'header_wrong',
  '13003': 'column_missing',
  '13004': 'column_unknown',
  '13005': 'column_twice',
  '13006': 'rows_too_many',
  '13007': 'file_too_large',
  '13062': 'workbook_too_large',
  '13008': 'pgp_other_key',
  '13009': 'pgp_damaged',
  '13059': 'pgp_cipher',
  '13010': 'pgp_too_large',
  '13050': 'pgp_expands',
  '13051': 'staged_full',
  '13011': 'not_utf8',
  '13012': 'csv_malformed',
  '13013': 'file_kind_unknown',
  '13014': 'nothing_to_generate',
  '13015': 'source_gone',
  '13052': 'source_outdated',
  '13060': 'nineteen_digits_open',
  '13053': 'core_format_unfit',
  '13016': 'faults_present',
  '13017': 'iccid_taken',
  '13018': 'iccid_exists',
  '13061': 'iccids_exceeded',
  '13019': 'batch_finished',
  '13043': 'xlsx_damaged',
  '13042': 'pgp_missing',
  '13020': 'parsing_too_long',
  '13021': 'code_gone',
  '13022': 'no_records',
  '14101': 'campaign_name_used',
  '14102': 'campaign_unfit',
  '14103': 'campaign_empty',
  '14104': 'campaign_full',
  '14105': 'campaign_gone',
  '14120': 'delivery_sent',
  '14106': 'voucher_batch_name_used',
  '14107': 'voucher_page_gone',
  '14108': 'voucher_codes_gone',
  '14109': 'voucher_unfit',
  '14111': 'vouchers_too_many',
  '14110': 'voucher_campaign_ended',
  '14150': 'comments_too_many',
  '14151': 'mention_hidden',
  '14130': 'rule_name_used',
  '14131': 'rules_too_many',
  '15204': 'not_held',
  '15201': 'test_only',
  '15202': 'lease_unfit',
  '15203': 'lease_over',
  '15205': 'virtual_phone_in_use',
  '15206': 'virtual_phone_unfit',
  '15207': 'virtual_phone_tries_used',
  '15208': 'virtual_phone_busy',
  '15209': 'virtual_phone_closed',
  '15001': 'device_unknown',
  '15101': 'pushes_used',
  '14001': 'group_name_used',
  '14002': 'groups_too_many',
  '14003': 'group_rule_used',
  '14018': 'tag_name_used',
  '14019': 'tags_too_many',
  '14020': 'attribute_word_used',
  '14021': 'attributes_too_many',
  '14004': 'group_rules_too_many',
  '13023': 'count_differs',
  '13041': 'core_file_gone',
  '13025': 'keys_erased',
  '13024': 'undo_gone',
  '16001': 'plan_refused',
  '16002': 'plan_none',
  '16004': 'trial_used',
  '16005': 'order_price_changed',
  '16006': 'order_not_open',
  '16007': 'order_waiting',
  '16008': 'order_pending',
  '16010': 'order_overdue',
  '16009': 'subscription_none',
  '16003': 'trial_refused',
  '16020': 'card_not_offered',
  '16021': 'payment_away',
  '16023': 'transfer_not_offered',
  '16024': 'nothing_sold',
  '16022': 'webhook_refused',
  '17201': 'webhooks_full',
  '17202': 'webhook_off',
  '18101': 'visit_read_only',
  '18102': 'visit_hidden',
  '17101': 'signature_headers',
  '17102': 'signature_wrong',
  '17103': 'timestamp_off',
  '17104': 'request_id_used',
  '17105': 'calls_too_many',
  '17106': 'configuration_unknown',
  '17107': 'iccid_unavailable',
  '17108': 'credentials_too_many',
  '17109': 'credential_revoked',
  '17110': 'secrets_too_many',
  '17112': 'credential_by_admin',
  '17301': 'operators_too_many',
  '17302': 'certificate_registered',
  '17305': 'certificate_proven',
  '17306': 'challenge_expired',
  '17307': 'certificate_displaced',
  '17303': 'operator_by_admin',
  '17304': 'order_refused',
  '17111': 'profile_unfit',
  '16030': 'not_by_transfer',
  '16031': 'transfer_not_open',
  '16032': 'transfer_without_place',
  '17001': 'key_unknown',
  '17002': 'key_expired',
  '17003': 'key_revoked',
  '17004': 'key_creator_gone',
  '17005': 'key_address',
  '17006': 'key_closed',
  '17007': 'key_scope',
  '17010': 'keys_too_many',
  '17011': 'key_ended',
  '17012': 'key_secrets_live',
  '17013': 'key_service',
  '17014': 'key_foreign',
  '17020': 'dry_run_none',
  '17016': 'device_code_unknown',
  '17015': 'secret_ended',
  '19400': 'invalid',
  '19403': 'forbidden',
  '19404': 'not_found',
  '19405': 'method_not_allowed',
  '19409': 'conflict',
  '19412': 'changed_meanwhile',
  '19413': 'too_large',
  '19415': 'media_type',
  '19429': 'too_many',
  '19500': 'internal',
  '19430': 'streams_too_many',
  '19504': 'outcome_unknown',
  '19506': 'database_away',
  '19505': 'disk_full',
  '19507': 'disk_short',
  '19508': 'busy',
  '19509': 'upload_too_slow',
  '19503': 'unavailable',
} as const
