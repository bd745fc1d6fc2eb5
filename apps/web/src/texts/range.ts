/** Ranges: their form and preview under Generate AC, and the core-network file after them. */
export const rangeTexts = {
  way: {
    title: 'Subscribers',
    label: 'Where the subscribers come from',
    file: { label: 'From a file', help: 'ICCID, IMSI and keys that you or your network have already.' },
    range: { label: 'As a range', help: 'Consecutive numbers. The portal generates random Ki and OPc.' },
  },

  form: {
    title: 'Range',
    text: 'ICCID and IMSI count upwards together, one by one.',
    firstIccid: 'First ICCID',
    firstIccidHelp: '19 or 20 digits; a missing Luhn digit is added.',
    firstImsi: 'First IMSI',
    firstImsiHelp: '15 digits, not beginning with 460.',
    count: 'Count',
    countHelp: 'Up to {max} at once.',
    preview: 'Preview',
    noneYet: 'Nothing is generated before you have seen the preview.',
    mayNot: 'You may look at this page, but not generate. The permission Generate_Ac_Create allows it.',
  },

  preview: {
    title: 'Preview of the range',
    text: 'Nothing is generated yet.',
    from: 'From',
    to: 'To',
    iccid: 'ICCID',
    imsi: 'IMSI',
    counts: { total: 'Profiles', fresh: 'New', existing: 'Exist already', taken: 'Not available' },
    countTexts: {
      total: 'in the range',
      fresh: 'get an activation code',
      existing: 'are profiles of yours',
      existingNone: 'no profile is in the way',
      taken: 'ICCIDs belong to others: these rows fail',
      takenNone: 'all ICCIDs can be had',
    },
    deleted: {
      one: '{count} of these ICCIDs was deleted here before, and is made again.',
      other: '{count} of these ICCIDs were deleted here before, and are made again.',
    },
    doubled: {
      one: '{count} of these IMSIs is in use by another profile of yours. A network takes one profile for each IMSI.',
      other: '{count} of these IMSIs are in use by other profiles of yours. A network takes one profile for each IMSI.',
    },
    again: { one: 'Generate again for {count} existing ICCID', other: 'Generate again for {count} existing ICCIDs' },
    againHelp:
      'They get new keys and a new activation code, and the old ones stop working. If you do not choose this, these rows fail.',
    generate: { one: 'Generate {count} code', other: 'Generate {count} codes' },
    none: 'No row of this range can be generated.',
    group: 'Group',
    groupHelp: 'You see only some groups. The profiles go into one of them.',
    confirmTitle: { one: 'Generate {count} activation code?', other: 'Generate {count} activation codes?' },
    confirmText:
      'The portal generates Ki and OPc. Your network needs them, too: download the core-network file right after. It can be downloaded once.',
    confirmAgain: {
      one: '{count} existing profile gets new keys; its old activation code stops working.',
      other: '{count} existing profiles get new keys; their old activation codes stop working.',
    },
  },

  about: {
    title: 'What is generated',
    items: [
      {
        name: 'Ki and OPc',
        text: '16 random bytes each, for MILENAGE. They are sealed at once; no screen shows them.',
      },
      { name: 'PIN, PUK, ADM', text: 'Random, as for a file that does not name them.' },
      { name: 'Activation code', text: 'As the configuration says: lifetime, confirmation code, downloads.' },
      {
        name: 'Core-network file',
        text: 'Your network has to know the new SIMs. The file with their keys can be fetched once, within 24 hours.',
      },
    ],
  },

  keeper: {
    title: 'Range keeper',
    text: 'Shows which numbers of a range are used, free or in several profiles.',
    kind: 'Numbers of',
    first: 'First number',
    count: 'How many',
    look: 'Look',
    sums: {
      used: { one: '{count} is used.', other: '{count} are used.' },
      taken: { one: '{count} is not available.', other: '{count} are not available.' },
      doubled: { one: '{count} is in more than one profile.', other: '{count} are in more than one profile.' },
      free: { one: '{count} is free.', other: '{count} are free.' },
    },
    cut: 'There are too many sections to show. This list ends at {last}.',
    runs: 'Sections of the range',
    states: { used: 'Used', taken: 'Not available', doubled: 'In several profiles', free: 'Free' },
    take: 'Begin here',
    takeFrom: 'Begin here: {first}',
  },

  coreFile: {
    title: 'Core-network file',
    text: 'The subscribers of this range with Ki and OPc, so that your network knows the new SIMs.',
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
    dnnHelp: 'What the subscribers may connect to.',
    wrongDnn: 'Letters, digits, dots and hyphens.',
    how: 'How it is read in',
    load: {
      OPEN5GS: 'mongoimport --db open5gs --collection subscribers {file}',
      FREE5GC:
        'while read -r line; do curl -X POST -H "Token: $TOKEN" -H "Content-Type: application/json" -d "$line" "http://WEBCONSOLE:5000/api/subscriber/$(jq -r .ueId <<< "$line")/$(jq -r .plmnID <<< "$line")"; done < {file}',
      MAGMA:
        'curl --cert admin.pem --key admin.key -X POST -H "Content-Type: application/json" -d @{file} https://ORCHESTRATOR/magma/v1/lte/NETWORK/subscribers_v2',
      SRSRAN: 'cat {file} >> /etc/srsran/user_db.csv',
    },
    columns: 'Its columns are ICCID, IMSI, MSISDN, ALGORITHM, KI, OPC, AMF and SQN.',
    fetch: 'Fetch the file',
    confirmTitle: 'Fetch the file with the keys?',
    confirmText:
      'It goes out once, as {format}. It is written down that you took it. Another format cannot be had after.',
    confirmProceed: 'Fetch file',
    taken: 'The core-network file of this range went out.',
    over: 'The time to fetch the core-network file of this range is over.',
    lost: 'Was it lost? Generate the same range again, with "generate again" ticked: it gets new keys and codes.',
  },
} as const
