/** Ranges: their form and preview under Generate AC, and the core-network file after them. */
export const rangeTexts = {
  way: {
    title: 'Subscribers',
    label: 'Where the subscribers come from',
    file: { label: 'From a file', help: 'ICCID, IMSI and keys that you or your network already have.' },
    range: { label: 'As a range', help: 'Consecutive numbers. The portal generates random Ki and OPc.' },
  },

  form: {
    title: 'Range',
    text: 'ICCID and IMSI increase together, one by one.',
    firstIccid: 'First ICCID',
    firstIccidHelp: '18 to 20 digits as on the card; 19 digits as the configuration says.',
    firstImsi: 'First IMSI',
    firstImsiHelp: '15 digits, not beginning with 460.',
    count: 'Count',
    countHelp: 'Up to {max} at once.',
    preview: 'Preview',
    noneYet: 'Nothing is generated yet.',
    mayNot: 'You can view this page, but not generate. This needs the permission Generate_Ac_Create.',
  },

  preview: {
    title: 'Preview of the range',
    text: 'Nothing is generated yet.',
    from: 'From',
    to: 'To',
    iccid: 'ICCID',
    imsi: 'IMSI',
    counts: { total: 'Profiles', fresh: 'New', existing: 'Already exist', taken: 'Not available' },
    countTexts: {
      total: 'in the range',
      fresh: 'get an activation code',
      existing: 'are your profiles',
      existingNone: 'none is a profile of yours',
      taken: 'belong to others: these rows fail',
      takenNone: 'all ICCIDs are available',
    },
    deleted: {
      one: '{count} of these ICCIDs was deleted before and will be generated again.',
      other: '{count} of these ICCIDs were deleted before and will be generated again.',
    },
    doubled: {
      one: '{count} of these IMSIs is in use by another of your profiles. A network accepts one profile per IMSI.',
      other: '{count} of these IMSIs are in use by other profiles of yours. A network accepts one profile per IMSI.',
    },
    again: { one: 'Generate again for {count} existing ICCID', other: 'Generate again for {count} existing ICCIDs' },
    againHelp:
      'They get new keys and a new activation code, and the old ones stop working. If you do not select this, these rows fail.',
    otherDigits: {
      one: '{count} existing profile has a different number of ICCID digits on its card. Generated again, its number gets as many digits as those of this range.',
      other:
        '{count} existing profiles have a different number of ICCID digits on their cards. Generated again, their numbers get as many digits as those of this range.',
    },
    generate: { one: 'Generate {count} code', other: 'Generate {count} codes' },
    none: 'No rows of this range can be generated.',
    group: 'Group',
    groupHelp: 'You see only some groups, so the profiles must go into one of them.',
    keys: 'The portal generates Ki and OPc. Your network needs them as well: download the core-network file right afterward. It can be downloaded once.',
    willReplace: {
      one: '{count} existing profile gets new keys; its old activation code stops working.',
      other: '{count} existing profiles get new keys; their old activation codes stop working.',
    },
  },

  about: {
    title: 'What is generated',
    items: [
      {
        name: 'Ki and OPc',
        text: '16 random bytes each, for MILENAGE. They are encrypted immediately and never shown.',
      },
      { name: 'PIN, PUK, ADM', text: 'Random, as for a file without these columns.' },
      { name: 'Activation code', text: 'As the configuration says: lifetime, confirmation code, downloads.' },
      {
        name: 'Core-network file',
        text: 'Your network needs to know the new SIMs. The file with their keys can be downloaded once, within 24 hours.',
      },
    ],
  },

  keeper: {
    title: 'Range keeper',
    text: 'Shows which numbers of a range are used, free or in several profiles.',
    kind: 'Numbers of',
    first: 'First number',
    count: 'How many',
    look: 'Check range',
    sums: {
      used: { one: '{count} is used.', other: '{count} are used.' },
      taken: { one: '{count} is not available.', other: '{count} are not available.' },
      doubled: { one: '{count} is in more than one profile.', other: '{count} are in more than one profile.' },
      free: { one: '{count} is free.', other: '{count} are free.' },
    },
    cut: 'There are too many sections to show. This list ends at {last}.',
    runs: 'Sections of the range',
    states: { used: 'Used', taken: 'Not available', doubled: 'In several profiles', free: 'Free' },
    take: 'Start here',
    takeFrom: 'Start here: {first}',
  },

  coreFile: {
    title: 'Core-network file',
    text: 'The subscribers of this range with Ki and OPc, for import into your network.',
    once: 'The keys leave this portal only here, and only once. Keep the file safe: anyone who reads it can clone the SIMs.',
    format: 'Format',
    formats: {
      OPEN5GS: 'Open5GS',
      FREE5GC: 'free5GC',
      MAGMA: 'Magma',
      SRSRAN: 'srsRAN (srsEPC)',
      CSV: 'CSV',
    },
    dnn: 'Data network (APN)',
    dnnHelp: 'The data network that subscribers may connect to.',
    wrongDnn: 'Letters, digits, dots and hyphens.',
    how: 'How to import it',
    load: {
      OPEN5GS: 'mongoimport --db open5gs --collection subscribers --mode upsert --upsertFields imsi {file}',
      FREE5GC:
        'while read -r line; do curl -X POST -H "Token: $TOKEN" -H "Content-Type: application/json" -d "$line" "http://WEBCONSOLE:5000/api/subscriber/$(jq -r .ueId <<< "$line")/$(jq -r .plmnID <<< "$line")"; done < {file}',
      MAGMA:
        'curl --cert admin.pem --key admin.key -X POST -H "Content-Type: application/json" -d @{file} https://ORCHESTRATOR/magma/v1/lte/NETWORK/subscribers_v2',
      SRSRAN: 'cat {file} >> /etc/srsran/user_db.csv',
    },
    before: {
      OPEN5GS: 'Duplicates are replaced: each subscriber is found by its IMSI.',
      FREE5GC: 'Delete subscribers with the same IMSIs first, for example those with the previous keys of this range.',
      MAGMA: 'Delete subscribers with the same IMSIs first, for example those with the previous keys of this range.',
      SRSRAN:
        'Stop srsepc first: it rewrites the file when it stops, and appended lines are lost. Delete lines with the same IMSIs.',
      CSV: 'Replace subscribers with the same IMSIs: their previous keys no longer work.',
    },
    otherFormats: 'The other formats do not have the algorithm of these keys.',
    columns: 'Its columns are ICCID, IMSI, MSISDN, ALGORITHM, KI, the operator key (OPC or TOPC), AMF and SQN.',
    fetch: 'Download file',
    confirmTitle: 'Download the file with the keys?',
    confirmText:
      'It can be downloaded once, as {format}. The audit log records your download. You cannot download it in another format afterward.',
    confirmProceed: 'Download file',
    taken: 'The core-network file of this range was downloaded.',
    over: 'The core-network file of this range can no longer be downloaded.',
    lost: 'If you lost the file, generate the same range again with "Generate again" selected: it gets new keys and codes.',
  },
} as const
