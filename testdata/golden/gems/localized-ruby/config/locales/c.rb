{ fr: { routes: { articles: "textes" } } }
