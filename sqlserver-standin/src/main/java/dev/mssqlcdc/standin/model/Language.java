package dev.mssqlcdc.standin.model;

import java.nio.charset.Charset;

/** What a collation's name begins with: it chooses the code page of single-byte strings. */
public enum Language {
  LATIN("Latin1_General", 0x0409, "windows-1252"),
  GREEK("Greek", 0x0408, "windows-1253"),
  CYRILLIC("Cyrillic_General", 0x0419, "windows-1251");

  private static final char LAST_OF_ASCII = 0x7F;

  private final String prefix;
  private final int locale;
  private final Charset codePage;

  Language(String prefix, int locale, String codePage) {
    this.prefix = prefix;
    this.locale = locale;
    this.codePage = Charset.forName(codePage);
  }

  String prefix() {
    return prefix;
  }

  /** Windows' number of the language, which a collation has on the wire. */
  public int locale() {
    return locale;
  }

  public Charset codePage() {
    return codePage;
  }

  /** The language with a locale of the wire; Latin if there is no such. */
  public static Language of(int locale) {
    for (Language language : values()) {
      if (language.locale == locale) {
        return language;
      }
    }
    return LATIN;
  }

  /** The text as the code page holds it: a question mark for each character that it lacks. */
  public String narrowed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > LAST_OF_ASCII) {
        return narrowedFrom(i, text);
      }
    }
    return text;
  }

  private String narrowedFrom(int first, String text) {
    StringBuilder narrowed = new StringBuilder(text);
    for (int i = first; i < narrowed.length(); i++) {
      // one by one: each half of a pair of surrogates is a question mark
      String one = String.valueOf(narrowed.charAt(i));
      narrowed.setCharAt(i, new String(one.getBytes(codePage), codePage).charAt(0));
    }
    return narrowed.toString();
  }
}
