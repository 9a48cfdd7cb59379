"""Builds what the documentation site is made of: the pages of `docs`, and what follows from the code and is drawn.

    python -m handbook

writes all of it to `build/handbook`, where mkdocs finds it. It is made before mkdocs runs, so that whatever reads
Markdown can make the site.
"""
