import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, watchSesion } from './app-shell/app'
import { createQueryClient } from './lib/api/consultas'
import { createAppRouter } from './router'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
watchSesion({ queryClient, router })

const raiz = document.getElementById('raiz')
if (!raiz) throw new Error('index.html lacks #raiz')
createRoot(raiz).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
)
