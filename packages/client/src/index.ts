export type { Calls } from './calls.gen.ts'
export {
  type CallOptions,
  type ClientOptions,
  type DownloadedFile,
  type EventPath,
  type FilePath,
  type InputOf,
  type ItemOf,
  type JsonPath,
  kindOfCall,
  type ListPath,
  type OncePath,
  type OutputOf,
  type Path,
  SimwrightClient,
  type UploadPath,
} from './client.ts'
export { type DeviceSignIn, signInByDevice } from './device.ts'
export { type ErrorKind, type Fault, type ProblemName, SimwrightError } from './error.ts'
