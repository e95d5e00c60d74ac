import { parentPort } from 'node:worker_threads'
import { answer, type Pedido } from './calcular'

// The program of a thread: one answer for each series that it is sent.
parentPort?.on('message', (p: Pedido) => parentPort?.postMessage(answer(p)))
