import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { addresses } from './vite.addresses.ts'
import { trabajador } from './vite.trabajador.ts'
import { trozos } from './vite.trozos.ts'

/** Otherwise a shared chunk would be named after all the screens that share it. */
const corto = (nombre: string) => (nombre.startsWith('comun') ? 'comun' : '[name]')

export default defineConfig({
  plugins: [
    react(),
    addresses(),
    trabajador(),
    trozos(),
    // Compressed once at build time, with a higher level than is possible per response.
    compression({
      include: /\.(js|css|html|json|svg|wasm|webmanifest)$/,
      threshold: 1024,
      algorithms: [defineAlgorithm('br', { params: { 1: 10 } }), defineAlgorithm('gzip', { level: 9 })],
      logLevel: 'silent',
    }),
  ],
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The map engine, which is loaded late and as a whole.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        chunkFileNames: ({ name }) => `assets/${corto(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${corto(names[0] ?? '')}-[hash][extname]`,
        // Screens share dozens of small modules. One file for each would cost many requests before the first render: what four of them
        // share is one file. In larger groups of the rest, files would import one another in a cycle (vite.trozos.ts).
        codeSplitting: {
          groups: [
            { name: 'inicio', tags: ['$initial'], priority: 2 },
            {
              name: 'sesion',
              test: /\bweb\/personas\/sesion\/formulario\.tsx$|@mui\/material\/Alert\/|web\/(ui\/marca|dominio\/escena)/,
              priority: 1,
            },
            { name: 'comun-pantallas', minShareCount: 4, priority: 1 },
            { name: 'comun', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/epcis'].map((p) => [
        p,
        { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false },
      ]),
    ),
  },
})
