import { toHex } from '@simwright/asn1'
import { SaipError } from '../error.ts'
import { type KnownApplet, knownAppletAids } from './applet-config.ts'
import { type LoadFile, readLoadFile } from './load-file.ts'

/**
 * Reads the CAP or IJC file of an ARA-M or a Recycle applet. Its package AID must be the usual one of the applet, or begin
 * with it, so that the file of another applet is refused. The AID of an instance cannot be that of a package too
 * (GlobalPlatform Card Specification, 6.4.1).
 * @throws SaipError `content` for an invalid file, or that of another applet
 */
export function readKnownAppletFile(applet: KnownApplet, file: Uint8Array): LoadFile {
  const load = readLoadFile(file)
  const usual = knownAppletAids[applet]
  const packageAid = toHex(load.packageAid)
  if (!packageAid.startsWith(toHex(usual.package)))
    throw fault(`The file has the package AID ${packageAid}. That of this applet begins with ${toHex(usual.package)}.`)
  if (packageAid === toHex(usual.instance)) throw fault('The file has the AID of the instance as its package AID.')
  const hasOwn = load.classAids.some((aid) => toHex(aid) === toHex(usual.class))
  if (!hasOwn && load.classAids.length !== 1)
    throw fault(`The file has ${load.classAids.length} applets, none of them with the AID ${toHex(usual.class)}.`)
  return load
}

const fault = (text: string) => new SaipError('content', text)
