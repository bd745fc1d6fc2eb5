-- Events of before 0071 stored their sentence. Where it is one of the texts, the event now has the id and the values of that
-- text instead, and people read the same words; any other sentence remains. The words are those of
-- packages/contract/src/profiles/event-text.ts at the time of this migration.

-- Texts that are nothing but a reason take any sentence: there the type of the event decides.
create function event_text_of(type text, said text) returns text language sql immutable as $$
  select case type
    when 'GENERATED' then
      case when said ~ '^Activation code generated in batch .+\.$' then 'generated' end
    when 'GENERATED_AGAIN' then
      case when said ~ '^New activation code generated in batch .+; the old one is dead\.$' then 'generatedAgain' end
    when 'AUTHENTICATED' then case
      when said ~ '^The eUICC proved who it is; attempt \d{1,9} of \d{1,9}\.$' then 'authenticated'
      when said = 'The eUICC proved who it is; the profile is kept for it.' then 'authenticatedReserved'
      when said = 'The same device was given the profile package again.' then 'deliveredAgain' end
    when 'DOWNLOADED' then case when said = 'The profile package was handed out.' then 'delivered' end
    when 'INSTALLED' then case said
      when 'The eUICC installed the profile.' then 'installed'
      when 'The eUICC has the profile; its installation result did not come.' then 'installedSilently' end
    when 'INSTALL_FAILED' then 'installFailed'
    when 'ENABLED' then case when said = 'The profile was enabled on the device.' then 'enabled' end
    when 'DISABLED' then case when said = 'The profile was disabled on the device.' then 'disabled' end
    when 'DELETED' then case when said = 'The profile was deleted from the device.' then 'deleted' end
    when 'AVAILABLE_AGAIN' then case
      when said ~ ('^Available again under the same activation code, for any device\. '
        'Re-downloads left after this one: -?\d{1,9}\.$') then 'availableForAny'
      when said ~ ('^Available again under the same activation code, for the same device\. '
        'Re-downloads left after this one: -?\d{1,9}\.$') then 'availableForSame' end
    when 'SET_FREE' then case said
      when 'Its device is lost; set free without its word. '
        'Available again under the same activation code, for any device.' then 'lostAvailable'
      when 'Its device is lost; set free without its word. '
        'No re-download is left: generate it again to give it a new activation code.' then 'lostForGood'
      when 'The device did not go on with its download; the profile is there for the next one.'
        then 'reservationLapsed' end
    when 'REFUSED' then 'refused'
    when 'SESSION_CANCELED' then
      case when said ~ '. The profile is there for the next device\.$' then 'sessionCanceledReserved'
      else 'sessionCanceled' end
    when 'EXPIRED' then case when said = 'The activation code was not used in time.' then 'expired' end
    when 'NOTIFICATION_REFUSED' then 'notificationRefused'
    when 'PUSHED' then
      case when said ~ '^Pushed to the EID \d{32}: its device finds it at the SM-DS .+\.$' then 'pushed' end
    when 'PUSH_FAILED' then
      case when said ~ '. The profile is free again: any device may download it\.$' then 'pushFailedReleased'
      else 'pushFailed' end
    when 'CAMPAIGN_JOINED' then case
      when said ~ '^In the campaign ".+"; its own activation code is closed meanwhile\.$' then 'joinedCampaign' end
    when 'CAMPAIGN_LEFT' then
      case when said ~ '^Out of the campaign ".+"; its own activation code works again\.$' then 'leftCampaign' end
    when 'REMOVED' then case when said = 'Deleted in the portal.' then 'removed' end
    when 'RESTORED' then case when said = 'Put back as it was before.' then 'restored' end
    when 'EDITED' then case
      when said = 'Put back as it was before.' then 'restored'
      when said = 'Moved into another group.' then 'grouped'
      when said = 'Taken out of its group.' then 'ungrouped'
      when said = 'Notes changed.' then 'notesChanged'
      when said ~ '^Bound to the EID \d{32}\.$' then 'bound'
      when said = 'Freed from its EID: any device may download it.' then 'released'
      when said = 'The activation code lives without end.' then 'expiryRemoved'
      when said ~ '^The activation code lives until .+\.$' then 'expirySet'
      when said = 'Download attempts and wrong confirmation codes count from the beginning again.' then 'attemptsReset'
      when said = 'It has a new confirmation code.' then 'confirmationSet'
      when said = 'Its confirmation code is asked for no more.' then 'confirmationRemoved' end
    when 'RECYCLE_SET' then case
      when said = 'Not to be recycled any more.' then 'recycleUnset'
      when said = 'The recycle time is as it was before.' then 'recyclePutBack'
      when said ~ '^To be recycled at .+\.$' then 'recycleSet' end
    when 'RECYCLE_BEGUN' then
      case when said ~ '^Its recycling waits for the device to confirm, until .+\.$' then 'recycleBegun' end
    when 'RECYCLED' then case
      when said = 'No device has it. It is in stock, without an activation code until it is generated again.'
        then 'recycledUnused'
      when said = 'The device has deleted it. It is in stock, without an activation code until it is generated again.'
        then 'recycledDeleted'
      when said ~ ('^Its applet has confirmed it \(message \d{1,9}\)\. '
        'It is in stock, without an activation code until it is generated again\.$') then 'recycledByApplet' end
    when 'RECYCLE_FAILED' then case
      when said ~ ('^No word of the device within \d{1,9} days: '
        'it may still have the profile, which stays as it is\.$') then 'recycleFailed' end
  end
$$;

-- stable, as jsonb_build_object is: otherwise each call runs as a query of its own, at five times the cost
create function event_values_of(text_id text, said text) returns jsonb language sql stable as $$
  select case text_id
    when 'generated' then jsonb_build_object('batch', substring(said from ' in batch (.+)\.$'))
    when 'generatedAgain' then jsonb_build_object('batch', substring(said from ' in batch (.+); the old one is dead\.$'))
    when 'authenticated' then jsonb_build_object(
      'attempt', substring(said from ' attempt (\d+) of ')::int, 'most', substring(said from ' of (\d+)\.$')::int)
    when 'availableForAny' then jsonb_build_object('left', substring(said from ': (-?\d+)\.$')::int)
    when 'availableForSame' then jsonb_build_object('left', substring(said from ': (-?\d+)\.$')::int)
    when 'installFailed' then jsonb_build_object('reason', said)
    when 'refused' then jsonb_build_object('reason', said)
    when 'sessionCanceled' then jsonb_build_object('reason', said)
    when 'sessionCanceledReserved' then
      jsonb_build_object('reason', substring(said from '^(.+) The profile is there for the next device\.$'))
    when 'notificationRefused' then jsonb_build_object('reason', said)
    when 'pushed' then jsonb_build_object(
      'eid', substring(said from '^Pushed to the EID (\d{32}):'), 'smds', substring(said from ' at the SM-DS (.+)\.$'))
    when 'pushFailed' then jsonb_build_object('reason', said)
    when 'pushFailedReleased' then
      jsonb_build_object('reason', substring(said from '^(.+) The profile is free again: any device may download it\.$'))
    when 'joinedCampaign' then
      jsonb_build_object('campaign', substring(said from '"(.+)"; its own activation code is closed meanwhile\.$'))
    when 'leftCampaign' then
      jsonb_build_object('campaign', substring(said from '"(.+)"; its own activation code works again\.$'))
    when 'bound' then jsonb_build_object('eid', substring(said from '(\d{32})\.$'))
    when 'expirySet' then jsonb_build_object('expiresAt', substring(said from ' lives until (.+)\.$'))
    when 'recycleSet' then jsonb_build_object('at', substring(said from '^To be recycled at (.+)\.$'))
    when 'recycleBegun' then jsonb_build_object('until', substring(said from ' confirm, until (.+)\.$'))
    when 'recycledByApplet' then jsonb_build_object('message', substring(said from '\(message (\d+)\)')::int)
    when 'recycleFailed' then jsonb_build_object('days', substring(said from ' within (\d+) days: ')::int)
  end
$$;

-- One rewrite of the table reads and writes each row once and builds the indexes afterwards, whatever the number of
-- sentences; updates would leave a second copy of each row and of its index entries behind.
alter table profile_event
  alter column text_id type text collate "C" using coalesce(text_id, event_text_of(type, detail)),
  alter column text_values type jsonb
    using case when text_id is null then event_values_of(event_text_of(type, detail), detail) else text_values end,
  alter column detail type text using case when event_text_of(type, detail) is null then detail end;

drop function event_text_of(text, text);
drop function event_values_of(text, text);
