// The appearance that the reader has chosen, set before anything is drawn: a page that is bright at first blinds at night.
try {
  const appearance = localStorage.getItem('whereismy.appearance');
  if (appearance && appearance !== 'auto') { document.documentElement.dataset.theme = appearance; }
} catch { /* The browser stores nothing: the appearance is the system's. */ }
