import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contratoLigero } from './vite.contrato.ts'
import { trabajador } from './vite.trabajador.ts'

export default defineConfig({
  plugins: [react(), contratoLigero(), trabajador()],
  publicDir: 'web/public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false } },
  },
})
