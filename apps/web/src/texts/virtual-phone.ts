import type { PhoneAction, PhoneFault, PhoneMessageKind } from '@simwright/contract/provisioning/virtual-phone'

/** Who does the step of a message. */
export type MessageBy = 'phone' | 'euicc' | 'card' | 'network'

/** What the picture of the phone shows while it is busy: an action, or the notification that follows it. */
export type PhonePhase = PhoneAction | 'REPORT'

type MessageText = { by: MessageBy; title: string; text: string }

/** The virtual phone: its picture, its actions, the messages with their explanations. */
export const virtualPhoneTexts = {
  try: 'Try with a virtual phone',
  where: {
    test: 'Only virtual phones and test cards can install this: the server has no live certificate.',
    testLocal:
      'Only virtual phones and test cards can install this: the server has no live certificate and its address is localhost.',
    local: 'Only phones on this computer can reach the server: its address is localhost.',
    change: 'How to change it',
  },
  purpose:
    'It downloads over real ES9+ with a test eUICC. Closing it undoes the try: the profile is available under the same code, and no download is counted.',
  noProfile: 'No profile is chosen',
  noProfileText: 'Open a profile in Fleet, and try its activation code from there.',
  fleet: 'Open Fleet',
  unavailable: 'There is no virtual phone here',
  unavailableText:
    'A live certificate issuer is loaded: real devices can download. Virtual phones exist only without one.',
  othersTitle: 'The virtual phone is in use',
  othersText: 'It is open for another profile. Opening it for this one closes it there, if you opened it.',
  left: {
    one: '{count} of {max} tries is left today.',
    other: '{count} of {max} tries are left today.',
  },

  picture: {
    name: 'Picture of the virtual phone',
    noService: 'No service',
    off: 'Off',
    offText: 'Switch the phone on to download the profile.',
    empty: 'No eSIM',
    emptyText: 'The eUICC of this phone has no profile.',
    emptyTextCode: 'Enter the confirmation code to download the profile.',
    eid: 'EID',
    busy: {
      DOWNLOAD: 'Adding the eSIM',
      ENABLE: 'Turning the eSIM on',
      CHECK: 'Registering in the network',
      DISABLE: 'Turning the eSIM off',
      DELETE: 'Deleting the eSIM',
      REPORT: 'Reporting it to the SM-DP+',
    } satisfies Record<PhonePhase, string>,
    esim: 'eSIM',
    enabled: 'On',
    disabled: 'Off',
    imsi: 'IMSI',
    provider: 'Service provider',
    network: 'Network',
    authenticated: 'Authenticated',
    notAuthenticated: 'Not authenticated',
    notTested: 'Keys are not known here',
  },

  actions: {
    start: 'Switch on and download',
    DOWNLOAD: 'Download and install',
    ENABLE: 'Enable',
    CHECK: 'Authenticate in the network',
    DISABLE: 'Disable',
    DELETE: 'Delete',
    close: 'Close the phone',
    next: 'Next step',
  },
  confirmation: 'Confirmation code',
  confirmationHelp: 'The phone asks its user for it. A wrong code here does not count against the activation code.',
  closed: 'The phone is closed. The profile is available under the same code.',
  waits: 'Waits before {call}. It continues by itself after a minute.',

  bench: {
    title: 'Device bench',
    text: 'What the SM-DP+ and the eUICC do when something is not as it should be.',
    stepByStep: 'Step by step: each call waits for you',
    wrongCode: 'With a wrong confirmation code',
    faults: {
      OTHER_EUICC: 'With another eUICC',
      BLOCKED: 'With a blocked eUICC',
      BROKEN_CONNECTION: 'With a broken connection',
    } satisfies Record<PhoneFault, string>,
  },

  list: {
    title: 'Messages',
    text: 'Each call of the phone and each step of its eUICC.',
    none: 'Nothing yet',
    noneText: 'Each message appears here with its explanation, as the phone sends it.',
    by: { phone: 'Phone to SM-DP+', euicc: 'eUICC', card: 'Card', network: 'Network' } satisfies Record<
      MessageBy,
      string
    >,
    sizes: '{sent} sent, {received} received',
  },

  messages: {
    INITIATE_AUTHENTICATION: {
      by: 'phone',
      title: 'InitiateAuthentication',
      text: 'The phone connects to {host} over TLS and sends a random challenge of its eUICC; the SM-DP+ signs it.',
    },
    SERVER_AUTHENTICATED: {
      by: 'euicc',
      title: 'The SM-DP+ is authenticated',
      text: 'The eUICC verified the certificate and the signature of the SM-DP+ with the certificate issuer that it trusts.',
    },
    AUTHENTICATE_CLIENT: {
      by: 'phone',
      title: 'AuthenticateClient',
      text: 'The phone sends the matching ID and what its eUICC has signed; the SM-DP+ verifies the eUICC and finds the profile.',
    },
    PROFILE_OFFERED: {
      by: 'phone',
      title: 'A profile is offered: {name}',
      text: 'The phone shows its user the profile "{name}" of {provider} before anything is downloaded.',
    },
    DOWNLOAD_PREPARED: {
      by: 'euicc',
      title: 'The download is prepared',
      text: 'The eUICC generated a one-time key ({key}), so that only this eUICC can open the package.',
    },
    GET_BOUND_PROFILE_PACKAGE: {
      by: 'phone',
      title: 'GetBoundProfilePackage',
      text: 'The SM-DP+ encrypts the profile package for this eUICC and sends it.',
    },
    INSTALLED: {
      by: 'euicc',
      title: 'The profile is installed',
      text: 'The eUICC decrypted the package and installed the profile with the ICCID {iccid}. It is disabled at first.',
    },
    CANCEL_SESSION: {
      by: 'phone',
      title: 'CancelSession',
      text: 'The phone ends the session with a signature of its eUICC; the order can be downloaded again.',
    },
    HANDLE_NOTIFICATION: {
      by: 'phone',
      title: 'HandleNotification',
      text: 'The phone delivers what the eUICC has signed about the change; the SM-DP+ verifies it and updates the status.',
    },
    ENABLED: {
      by: 'euicc',
      title: 'The profile is enabled',
      text: 'The files and keys of the profile are active: the phone sees a card.',
    },
    DISABLED: {
      by: 'euicc',
      title: 'The profile is disabled',
      text: 'The profile stays on the eUICC, but the phone has no card.',
    },
    DELETED: { by: 'euicc', title: 'The profile is deleted', text: 'The eUICC erased the profile with its keys.' },
    IMSI_READ: {
      by: 'card',
      title: 'IMSI {imsi}',
      text: 'The phone reads EF.IMSI: by this number, the network knows the subscriber.',
    },
    PROVIDER_READ: {
      by: 'card',
      title: 'Service provider {provider}',
      text: 'The phone reads EF.SPN: the name that it shows as the network.',
    },
    NETWORK_AUTHENTICATED: {
      by: 'network',
      title: 'Authentication passed',
      text: 'The network sent a challenge made with its keys; the card verified the network and gave the expected answer.',
    },
    NETWORK_NOT_AUTHENTICATED: {
      by: 'network',
      title: 'Authentication failed',
      text: 'The card did not give the answer that the network expects: keys or algorithm differ.',
    },
    NETWORK_NOT_TESTED: {
      by: 'network',
      title: 'No authentication',
      text: 'The package was supplied with its keys inside: the network of this portal does not know them.',
    },
    REFUSED: {
      by: 'phone',
      title: 'The SM-DP+ refused {call}',
      text: 'Subject code {subjectCode}, reason code {reasonCode}: {text}',
    },
    CANCELED: { by: 'phone', title: 'The download was canceled', text: 'The phone ended it: {text}.' },
    CONNECTION_LOST: {
      by: 'phone',
      title: 'The connection broke',
      text: 'The answer to {call} did not arrive. Download again: the SM-DP+ sends the package to the same eUICC once more.',
    },
    INSTALL_FAILED: {
      by: 'euicc',
      title: 'The installation failed',
      text: 'The eUICC reported {code}, and its notification tells the SM-DP+ why.',
    },
    EUICC_REFUSED: { by: 'euicc', title: 'The eUICC refused', text: 'It answered {code}.' },
    PHONE_FAILED: {
      by: 'phone',
      title: 'The phone stopped',
      text: 'Its process ended before it was done. What its eUICC had stored before remains.',
    },
  } satisfies Record<PhoneMessageKind, MessageText>,
} as const
