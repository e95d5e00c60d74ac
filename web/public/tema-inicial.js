// Sets the scheme before the first paint; a file of its own because the page allows no inline script.
{
  const raiz = document.documentElement
  const modo = localStorage.getItem('mui-mode') ?? 'system'
  const oscuro = modo === 'dark' || (modo === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  // The window of the installed app goes with the bar, also where somebody chose another scheme than the system's.
  const paintVentana = () => {
    const color = raiz.getAttribute('data-tema') === 'dark' ? '#14201F' : '#FFFFFF'
    for (const meta of document.querySelectorAll('meta[name=theme-color]'))
      meta.setAttribute('content', color)
  }
  new MutationObserver(paintVentana).observe(raiz, { attributeFilter: ['data-tema'] })
  raiz.setAttribute('data-tema', oscuro ? 'dark' : 'light')
  raiz.style.background = oscuro ? '#0D1716' : '#F5F7F6'
}
