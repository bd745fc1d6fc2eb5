import * as proof from '@simwright/contract/money/transfer-proof'
import { type App, serve } from '../../../http/serve.ts'
import type { TransfersServer as Server } from '../../../port/module.ts'
import { downloadProof, queryProof } from './proof.ts'
import { uploadProof } from './upload.ts'

export function routes(app: App, server: Server): void {
  serve(app, proof.query, ({ who, input }) => queryProof(server, who.enterpriseId, input.orderId))
  serve(app, proof.upload, ({ who, input, file }) => uploadProof(server, who, { orderId: input.orderId, file }))
  serve(app, proof.download, ({ who, input }) => downloadProof(server, who.enterpriseId, input.orderId))
  serve(app, proof.staffDownload, ({ input }) => downloadProof(server, input.enterpriseId, input.orderId))
}
