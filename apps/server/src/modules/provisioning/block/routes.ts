import * as block from '@simwright/contract/provisioning/block'
import { type App, serve } from '../../../http/serve.ts'
import type { BlockServer as Server } from '../../../port/module.ts'
import {
  addBlocks,
  blockDeviceOfProfile,
  blockFromFile,
  editBlock,
  listBlocks,
  listBlocksOf,
  listHits,
  listProfilesOf,
  removeBlocks,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, block.list, ({ who, input }) => listBlocks(server, who, input))
  serve(app, block.add, ({ who, input }) => addBlocks(server, who, input))
  serve(app, block.upload, ({ who, input, file }) => blockFromFile(server, who, { ...input, file }))
  serve(app, block.device, ({ who, input }) => blockDeviceOfProfile(server, who, input))
  serve(app, block.edit, ({ who, input }) => editBlock(server, who, input))
  serve(app, block.remove, ({ who, input }) => removeBlocks(server, who, input))
  serve(app, block.ofProfiles, ({ who, input }) => listBlocksOf(server, who, input))
  serve(app, block.profiles, ({ who, input }) => listProfilesOf(server, who, input))
  serve(app, block.hits, ({ who, input }) => listHits(server, who, input))
}
